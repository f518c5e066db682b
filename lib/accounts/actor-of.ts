import type { Member } from '@/lib/domain/actor';
import type { SignedIn } from './read-session';
import type { Visitor } from './visitor';

/** Who acts, given who is signed in; undefined while no merchant has them. */
export function actorOf(
  { userId, sessionId, merchant }: SignedIn,
  { ip, requestId }: Pick<Visitor, 'ip' | 'requestId'>,
): Member | undefined {
  if (!merchant) return undefined;
  return {
    kind: 'member',
    userId,
    merchantId: merchant.id,
    role: merchant.role,
    sessionId,
    ip,
    requestId,
  };
}
