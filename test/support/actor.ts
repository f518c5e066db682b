import type { Db } from '@/db/client';
import { appUser, membership, userSession } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import type { Role } from '@/lib/domain/roles';

const SESSION_MS = 3_600_000;

export async function createTestActor(
  db: Db,
  merchantId: string,
  role: Role = 'owner',
): Promise<Member> {
  const now = new Date();
  const userId = newId('user');
  const sessionId = newId('session');
  const email = `${userId.slice(4).toLowerCase()}@test.example`;
  await db.insert(appUser).values({ id: userId, email, createdAt: now });
  await db.insert(membership).values({ merchantId, userId, role, createdAt: now });
  await db.insert(userSession).values({
    id: sessionId,
    userId,
    merchantId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
    factor: 'password',
    factorAt: now,
  });
  return { kind: 'member', userId, merchantId, role, sessionId, factorAt: now };
}
