import type { Db } from '@/db/client';
import { createMerchant } from '@/lib/accounts/create-merchant';
import { openSession } from '@/lib/accounts/open-session';
import { readSession, type SignedInSession } from '@/lib/accounts/read-session';
import type { Visitor } from '@/lib/accounts/visitor';
import type { Member } from '@/lib/domain/actor';
import type { AuthFactor } from '@/lib/domain/auth-factor';
import { createTestActor } from './actor';

export function testVisitor(ip = '192.0.2.1'): Visitor {
  return { ip, limitKey: ip, userAgent: 'Test/1.0', requestId: 'req_test' };
}

export async function createTestOwner(db: Db): Promise<Member> {
  const { id } = await createMerchant(db, 'Test shop', new Date());
  return createTestActor(db, id, 'owner');
}

export async function signInAgain(
  db: Db,
  userId: string,
  now = new Date(),
  factor: AuthFactor = 'password',
): Promise<SignedInSession> {
  const { id } = await openSession(db, { userId, factor, visitor: testVisitor() }, now);
  const signedIn = await readSession(db, id, now);
  if (!signedIn) throw new Error('the new session does not run');
  return signedIn;
}
