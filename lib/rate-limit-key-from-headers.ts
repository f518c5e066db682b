import { createClientIpFinder, PEER_HEADER, toRateLimitKey } from '@/lib/net/client-ip';
import { oncePerProcess } from '@/lib/once-per-process';
import { runtime } from '@/lib/runtime';

/** Returns the key by which limits count: an IPv4 address, or the /64 of an IPv6 address. */
export function rateLimitKeyFromHeaders(headers: Headers): string {
  const own = runtime();
  const make = () => createClientIpFinder(own.env.trustedProxies);
  const find = oncePerProcess('clients of public pages', make, own);
  const peer = headers.get(PEER_HEADER) || '127.0.0.1';
  return toRateLimitKey(find(peer, headers.get('x-forwarded-for') ?? undefined));
}
