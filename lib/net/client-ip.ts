import { type IpRange, inIpRange, parseIp, parseIpRange } from './ip-range';

/** Header with the peer address of the socket, set by the server (lib/server). */
export const PEER_HEADER = 'x-blocktally-peer';

export type FindClientIp = (peer: string, forwardedFor: string | undefined) => string;

/**
 * Returns a function that finds the client's address: the peer or, behind a trusted proxy, the last
 * address of X-Forwarded-For that is not a trusted proxy. Addresses before it can be forged.
 *
 * @param trustedProxies addresses or CIDR ranges
 * @throws Error that names TRUSTED_PROXIES when an entry is neither an address nor a range
 */
export function createClientIpFinder(trustedProxies: readonly string[]): FindClientIp {
  const ranges = trustedProxies.map(parseRange);
  return (peer, forwardedFor) => {
    let client = parseIp(peer);
    if (!client) return peer;
    const hops = (forwardedFor ?? '').split(',').reverse();
    for (const hop of hops) {
      const current = client;
      if (!ranges.some((range) => inIpRange(current, range))) break;
      const before = parseHop(hop.trim());
      if (!before) break;
      client = before;
    }
    return client.toString();
  };
}

/**
 * Returns the key by which rate limits count an address: the address itself, or the /64 of an IPv6
 * address, because a subscriber can use any address in it.
 */
export function toRateLimitKey(ip: string): string {
  const address = parseIp(ip);
  if (address?.kind() !== 'ipv6') return ip;
  const prefix = address.toByteArray().slice(0, 8);
  return `${Buffer.from(prefix).toString('hex')}/64`;
}

/** Some proxies add the port: 198.51.100.1:52011, or [2001:db8::1]:52011. */
function parseHop(text: string) {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return parseIp(inBrackets ?? ipv4 ?? text);
}

function parseRange(text: string): IpRange {
  const range = parseIpRange(text);
  if (range) return range;
  throw new Error(
    'TRUSTED_PROXIES must hold addresses or CIDR ranges, separated by commas, such as 10.0.0.0/8',
  );
}
