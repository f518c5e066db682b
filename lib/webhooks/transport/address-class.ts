import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface ClassifiedAddress {
  readonly address: string;
  readonly family: 4 | 6;
  /** Completes "… is a ___ address"; undefined for a public address. */
  readonly notPublic: string | undefined;
}

/**
 * At these addresses, clouds provide a machine's credentials. Link-local addresses have blocks of
 * their own below. cloud-init documents its sources under doc/rtd/reference/datasources.
 */
const CLOUD_METADATA_IPV4 = [
  '168.63.129.16/32', // Azure: learn.microsoft.com, "What is IP address 168.63.129.16?"
  '100.100.100.200/32', // Alibaba Cloud: cloud-init, aliyun.rst
  '192.0.0.192/32', // Oracle Cloud at Customer: docs.oracle.com, "Retrieve Predefined Instance Metadata"
] as const;
const CLOUD_METADATA_IPV6 = [
  'fd00:ec2::/32', // AWS: docs.aws.amazon.com, EC2 (::254) and EKS Pod Identity (::23)
  'fd20:ce::254/128', // Google Cloud: cloud.google.com, "View and query VM metadata"
  'fd00:c1::a9fe:a9fe/128', // Oracle Cloud: oci-python-sdk, instance_principals_security_token_signer.py
  'fd00:42::42/128', // Scaleway: cloud-init, scaleway.rst
  'fd00:a9fe:a9fe::1/128', // Akamai (Linode): cloud-init, akamai.rst
  'fd00:100::100:200/128', // Alibaba Cloud: cloud-init, DataSourceAliYun.py
] as const;

/**
 * The IPv4 addresses that are not public: the IANA special-purpose registry (RFC 6890 and its
 * updates), multicast, and two ranges that clouds and relays use.
 */
const IPV4_BLOCKS = blocks([
  ['cloud metadata', ...CLOUD_METADATA_IPV4],
  ['unspecified', '0.0.0.0/8'],
  ['private', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  ['carrier-grade NAT', '100.64.0.0/10'],
  ['loopback', '127.0.0.0/8'],
  ['link-local', '169.254.0.0/16'],
  ['6to4 relay', '192.88.99.0/24'],
  ['documentation', '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
  ['benchmarking', '198.18.0.0/15'],
  ['multicast', '224.0.0.0/4'],
  ['special-purpose', '192.0.0.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24'],
  ['reserved', '240.0.0.0/4'],
]);

/**
 * NAT64's well-known prefix, under which DNS64 gives every IPv4 host an address (RFC 6052, 2.1).
 */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Global unicast, the only assigned IPv6 space (RFC 4291, 2.4). All other addresses are refused.
 */
const IPV6_PUBLIC = ipaddr.IPv6.parseCIDR('2000::/3');

/** Special blocks inside global unicast, and blocks outside it that errors mention by name. */
const IPV6_BLOCKS = blocks([
  ['loopback', '::1/128'],
  ['unspecified', '::/128'],
  ['cloud metadata', ...CLOUD_METADATA_IPV6],
  ['private', 'fc00::/7', 'fec0::/10'],
  ['link-local', 'fe80::/10'],
  ['multicast', 'ff00::/8'],
  ['IPv4-in-IPv6', '::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48'],
  ['IPv4-in-IPv6', '2001::/32', '2002::/16'],
  ['documentation', '2001:db8::/32', '3fff::/20'],
  ['special-purpose', '2001::/23', '2620:4f:8000::/48', '3ffe::/16'],
]);

/**
 * Classifies an IP address in any spelling. Returns undefined for other text, and for an address
 * with a zone.
 */
export function classifyAddress(text: string): ClassifiedAddress | undefined {
  if (text.includes('%') || !ipaddr.isValid(text)) return undefined;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) {
    return { address: address.toString(), family: 4, notPublic: blockOf(address, IPV4_BLOCKS) };
  }
  const outside = address.match(IPV6_PUBLIC) ? undefined : 'reserved';
  const host = extractNat64Ipv4(address);
  const isPublicHost = host && blockOf(host, IPV4_BLOCKS) === undefined;
  return {
    address: address.toString(),
    family: 6,
    notPublic: isPublicHost
      ? undefined
      : (blockOf(address, IPV6_BLOCKS) ?? outside ?? isatap(address)),
  };
}

/** Returns the IPv4 host of a NAT64 address; undefined for other addresses. */
export function extractNat64Ipv4(address: Address): ipaddr.IPv4 | undefined {
  if (address instanceof ipaddr.IPv4 || !address.match(NAT64)) return undefined;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

/**
 * Recognizes an ISATAP interface identifier, which tunnels to an IPv4 address, under any prefix
 * (RFC 5214).
 */
function isatap({ parts }: ipaddr.IPv6): string | undefined {
  const [, , , , flags = 0, marker] = parts;
  return (flags & ~0x200) === 0 && marker === 0x5efe ? 'IPv4-in-IPv6' : undefined;
}

type Block = readonly [name: string, range: readonly [Address, number]];

function blocks(table: readonly (readonly [string, ...string[]])[]): readonly Block[] {
  return table.flatMap(([name, ...ranges]) =>
    ranges.map((range): Block => [name, ipaddr.parseCIDR(range)]),
  );
}

function blockOf(address: Address, table: readonly Block[]): string | undefined {
  return table.find(([, [base, bits]]) => address.match(base, bits))?.[0];
}
