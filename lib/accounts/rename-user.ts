import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { Member } from '@/lib/domain/actor';

/**
 * Changes the name that the user's teams see; null to show the e-mail address instead.
 *
 * @throws Problem `invalid_request` for a name that holds a secret
 */
export async function renameUser(
  db: Db,
  actor: Member,
  to: string | null,
  now: Date,
): Promise<void> {
  const { userId } = actor;
  await db.transaction(async (tx) => {
    const self = eq(appUser.id, userId);
    const [before] = await tx
      .select({ from: appUser.name })
      .from(appUser)
      .where(self)
      .for('update');
    if (before === undefined || before.from === to) return;
    await tx.update(appUser).set({ name: to }).where(self);
    await recordAuditEntry(tx, actor, 'member.rename', userId, { ...before, to }, now);
  });
}
