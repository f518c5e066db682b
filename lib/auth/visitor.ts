import { cookies, headers } from 'next/headers';
import type { Visitor } from '@/lib/accounts/visitor';
import { newId } from '@/lib/domain/ids';
import { createClientIpFinder, PEER_HEADER, toRateLimitKey } from '@/lib/net/client-ip';
import { runtime } from '@/lib/runtime';
import { currentSite } from './current-site';
import { deviceCookie, sessionCookie, unsealSession } from './session-cookie';

export async function currentVisitor(): Promise<Visitor> {
  const given = await headers();
  const { env } = runtime();
  const findIp = createClientIpFinder(env.trustedProxies);
  const ip = findIp(
    given.get(PEER_HEADER) ?? '127.0.0.1',
    given.get('x-forwarded-for') ?? undefined,
  );
  return {
    ip,
    limitKey: toRateLimitKey(ip),
    userAgent: given.get('user-agent'),
    requestId: newId('request'),
    device: (await cookies()).get(deviceCookie(await currentSite()).name)?.value,
  };
}

/** Returns the id in the session cookie of the current request, even of an ended session. */
export async function readSessionIdFromCookie(): Promise<string | undefined> {
  const { sessionSecret } = runtime();
  const value = (await cookies()).get(sessionCookie(await currentSite()).name)?.value;
  return unsealSession(value, sessionSecret);
}
