import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, membership, userSession } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { normalizeEmail } from '@/lib/domain/email';
import { randomBase62 } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import { hashPassword } from './hash-password';
import { forgetDevices } from './known-device';
import type { Visitor } from './visitor';

/** Length that gives about 119 bits, and is short enough to type once. */
const PASSWORD_LENGTH = 20;

export interface ResetPassword {
  readonly userId: string;
  readonly email: string;
  /** The new password in plain text; it cannot be read again. */
  readonly password: string;
  readonly endedSessions: number;
}

/**
 * Resets a password, for the operator: sets a new password for a user, ends all their sessions,
 * forgets their devices, and records an audit entry in each of their teams.
 *
 * @throws Problem `not_found` for an unknown address
 */
export async function resetPassword(db: Db, email: string, now: Date): Promise<ResetPassword> {
  const address = normalizeEmail(email);
  const password = randomBase62(PASSWORD_LENGTH);
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: appUser.id })
      .from(appUser)
      .where(eq(appUser.email, address));
    if (!user) throw new Problem('not_found', 'No user has this e-mail address.');
    const given = { userId: user.id, passwordHash, by: 'operator' } as const;
    const endedSessions = await replacePassword(tx, given, now);
    return { userId: user.id, email: address, password, endedSessions };
  });
}

/**
 * Sets a user's password, ends all their sessions, forgets their devices, and records an audit
 * entry in each of their teams.
 *
 * @returns the number of ended sessions
 */
export async function replacePassword(
  tx: Db,
  given: {
    readonly userId: string;
    readonly passwordHash: string;
    /** Who reset it: the operator, or the user by a link that was sent to them. */
    readonly by: 'operator' | 'mail';
    readonly visitor?: Visitor;
  },
  now: Date,
): Promise<number> {
  const { userId, passwordHash, by, visitor } = given;
  await tx.update(appUser).set({ passwordHash }).where(eq(appUser.id, userId));
  const ended = await tx
    .update(userSession)
    .set({ revokedAt: now })
    .where(and(eq(userSession.userId, userId), isNull(userSession.revokedAt)))
    .returning({ id: userSession.id });
  await forgetDevices(tx, userId);
  const teams = await tx.select().from(membership).where(eq(membership.userId, userId));
  const from = visitor && { ip: visitor.ip, requestId: visitor.requestId };
  for (const { merchantId, role } of teams) {
    const member = { kind: 'member' as const, userId, merchantId, role, sessionId: '', ...from };
    const data = { by, ended_sessions: ended.length };
    await recordAuditEntry(tx, member, 'password.reset', userId, data, now);
  }
  return ended.length;
}
