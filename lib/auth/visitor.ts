import { headers } from 'next/headers';
import type { Visitor } from '@/lib/accounts/visitor';
import { newId } from '@/lib/domain/ids';
import { createClientIp, limitKey, PEER_HEADER } from '@/lib/http/client-ip';
import { runtime } from '@/lib/runtime';

/** Where the request at hand came from. */
export async function currentVisitor(): Promise<Visitor> {
  const given = await headers();
  const findIp = createClientIp(runtime().env.trustedProxies);
  const ip = findIp(
    given.get(PEER_HEADER) ?? '127.0.0.1',
    given.get('x-forwarded-for') ?? undefined,
  );
  return {
    ip,
    limitKey: limitKey(ip),
    userAgent: given.get('user-agent'),
    requestId: newId('request'),
  };
}
