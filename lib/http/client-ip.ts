import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

export type FindClientIp = (peer: string, forwardedFor: string | undefined) => string;

/**
 * Tells whose request it is: the peer, or, when that is a trusted proxy, the last address of
 * X-Forwarded-For that is not one itself. What stands before that address anyone can write.
 *
 * @param trustedProxies addresses or CIDR ranges
 * @throws Error naming TRUSTED_PROXIES when one is neither
 */
export function createClientIp(trustedProxies: readonly string[]): FindClientIp {
  const ranges = trustedProxies.map(parseRange);
  const trusted = (address: Address) => ranges.some((range) => inRange(address, range));
  return (peer, forwardedFor) => {
    let client = parseAddress(peer);
    if (!client) return peer;
    const hops = (forwardedFor ?? '').split(',').reverse();
    for (const hop of hops) {
      if (!trusted(client)) break;
      const before = parseAddress(hop.trim());
      if (!before) break;
      client = before;
    }
    return client.toString();
  };
}

/**
 * What limits count by: the address, or for IPv6 its /64, since a subscriber has all of it to
 * choose from.
 */
export function limitKey(ip: string): string {
  const address = parseAddress(ip);
  if (address?.kind() !== 'ipv6') return ip;
  const prefix = address.toByteArray().slice(0, 8);
  return `${Buffer.from(prefix).toString('hex')}/64`;
}

function parseRange(text: string): Range {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text) as Range;
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    throw new Error(
      'TRUSTED_PROXIES must hold addresses or CIDR ranges, separated by commas, such as 10.0.0.0/8',
    );
  }
}

/** IPv4 addresses in their IPv6 form become IPv4 again. */
function parseAddress(text: string): Address | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

function inRange(address: Address, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
