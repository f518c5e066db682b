import ipaddr from 'ipaddr.js';
import vectors from '@/test/vectors/webhooks/special-purpose.json';

export interface SpecialAddress {
  readonly address: string;
  /** The address's registry entry, or the IPv6 form and the IPv4 address inside it. */
  readonly of: string;
}

export function registeredAddresses(): SpecialAddress[] {
  const entries = [...vectors.ipv4, ...vectors.ipv6, ...vectors.beside];
  return entries.flatMap(({ prefix, name }) =>
    [...new Set(edges(prefix))].map((address) => ({ address, of: `${prefix} ${name}` })),
  );
}

/**
 * Writes special IPv4 addresses and a public one in every IPv6 form that embeds IPv4. Omits public
 * addresses in NAT64, because resolvers return them for every public host.
 */
export function listIpv6EmbeddedAddresses(): SpecialAddress[] {
  const special = vectors.ipv4.map(({ prefix }) => edges(prefix)[1] ?? '');
  return vectors.embedding.flatMap(({ name, form, ofPublicHosts }) =>
    (ofPublicHosts ? special : [...special, '8.8.8.8']).map((v4) => ({
      address: around(v4, form),
      of: `${name} around ${v4}`,
    })),
  );
}

function edges(prefix: string): string[] {
  const [address, bits] = ipaddr.parseCIDR(prefix);
  const bytes = address.toByteArray();
  const size = BigInt(bytes.length * 8 - bits);
  const first = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const last = first + (1n << size) - 1n;
  return [first, (first + last) / 2n, last].map((value) => written(value, bytes.length));
}

function written(value: bigint, length: number): string {
  const hex = value.toString(16).padStart(length * 2, '0');
  return ipaddr.fromByteArray([...Buffer.from(hex, 'hex')]).toString();
}

function around(v4: string, form: string): string {
  const bytes = ipaddr.IPv4.parse(v4).toByteArray();
  const groups = (octets: readonly number[]) =>
    Buffer.from(octets)
      .toString('hex')
      .replace(/^(.{4})/, '$1:');
  return form
    .replace('{v4}', groups(bytes))
    .replace('{not v4}', groups(bytes.map((byte) => byte ^ 255)));
}
