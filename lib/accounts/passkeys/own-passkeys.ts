import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { passkey } from '@/db/schema/factors';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, requireRecentFactor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { cleanUpAfterLastFactor, lockFactors } from '../factors/second-factors';

export interface OwnPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly isBackedUp: boolean;
}

/** Returns the user's passkeys, oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<OwnPasskey[]> {
  return db
    .select({
      id: passkey.id,
      name: passkey.name,
      createdAt: passkey.createdAt,
      lastUsedAt: passkey.lastUsedAt,
      isBackedUp: passkey.isBackedUp,
    })
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(asc(passkey.createdAt), asc(passkey.id));
}

/** Returns the ids by which browsers identify the user's passkeys. */
export async function listPasskeyCredentials(db: Db, userId: string) {
  return db
    .select({ id: passkey.credentialId, transports: passkey.transports })
    .from(passkey)
    .where(eq(passkey.userId, userId));
}

/** @throws Problem `not_found`; `invalid_request` for a name that holds a secret */
export async function renamePasskey(
  db: Db,
  actor: Member,
  { id, name }: { readonly id: string; readonly name: string },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ from: passkey.name })
      .from(passkey)
      .where(ownPasskey(actor, id))
      .for('update');
    if (!before) throw noPasskey();
    if (before.from === name) return;
    await tx.update(passkey).set({ name }).where(eq(passkey.id, id));
    await recordAuditEntry(tx, actor, 'passkey.rename', id, { ...before, name }, now);
  });
}

/**
 * Removes a passkey. Deletes the recovery codes too if it was the user's last second factor.
 *
 * @throws Problem `not_found`; `step_up_required`
 */
export async function removePasskey(db: Db, actor: Member, id: string, now: Date): Promise<void> {
  requireRecentFactor(actor, now);
  await db.transaction(async (tx) => {
    await lockFactors(tx, actor.userId);
    const [removed] = await tx
      .delete(passkey)
      .where(ownPasskey(actor, id))
      .returning({ name: passkey.name });
    if (!removed) throw noPasskey();
    await cleanUpAfterLastFactor(tx, actor.userId);
    await recordAuditEntry(tx, actor, 'passkey.remove', id, removed, now);
  });
}

const ownPasskey = ({ userId }: Member, id: string) =>
  and(eq(passkey.id, id), eq(passkey.userId, userId));

function noPasskey(): Problem {
  return new Problem('not_found', 'You have no passkey with this id.');
}
