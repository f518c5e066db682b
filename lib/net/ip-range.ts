import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type IpRange = readonly [Address, number];

const IPV4_IN_IPV6_BITS = 96;

/** Returns an address, or undefined. IPv4-mapped IPv6 addresses become IPv4. */
export function parseIp(text: string): Address | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

/**
 * Parses a range in CIDR form (RFC 4632, RFC 4291) or one address; undefined for any other text.
 */
export function parseIpRange(text: string): IpRange | undefined {
  const [start, bits, ...more] = text.split('/');
  const address = parseIp(start ?? '');
  if (!address || !isWhole(start ?? '') || more.length > 0) return undefined;
  const mapped = address.kind() === 'ipv4' && (start ?? '').includes(':');
  const most = address.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [address, most];
  if (!/^\d{1,3}$/.test(bits)) return undefined;
  const length = mapped ? Number(bits) - IPV4_IN_IPV6_BITS : Number(bits);
  return length >= 0 && length <= most ? [address, length] : undefined;
}

/**
 * Returns the stored form of a range: its first address, and its length unless it is one address.
 */
export function ipRangeText([address, bits]: IpRange): string {
  if (bits === address.toByteArray().length * 8) return address.toString();
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}

export function inIpRange(address: Address, [network, bits]: IpRange): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/**
 * Whether an address is written in full. Old systems read short forms such as "10.1" as addresses;
 * here they count as typing errors.
 */
function isWhole(text: string): boolean {
  return text.includes(':') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text);
}
