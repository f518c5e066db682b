import { type IpRange, inIpRange, parseIp, parseIpRange } from './ip-range';

/** Carries the address of the other end of the socket, which the server writes (lib/server). */
export const PEER_HEADER = 'x-blocktally-peer';

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
 * What limits count by: the address, or for IPv6 its /64, since a subscriber has all of it to
 * choose from.
 */
export function limitKey(ip: string): string {
  const address = parseIp(ip);
  if (address?.kind() !== 'ipv6') return ip;
  const prefix = address.toByteArray().slice(0, 8);
  return `${Buffer.from(prefix).toString('hex')}/64`;
}

/** Some proxies write the port too: 198.51.100.1:52011, or [2001:db8::1]:52011. */
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
