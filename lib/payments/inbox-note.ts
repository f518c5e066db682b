import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, displayNameOfUser, membership } from '@/db/schema/people';
import { inboxNote } from '@/db/schema/worklist';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayChange, type Member } from '@/lib/domain/actor';
import { invalidField, Problem } from '@/lib/domain/problems';
import { notifyDashboards } from '@/lib/server/changes/notify-dashboards';
import { lockPayment } from './lock-payment';
import type { Kinds } from './views/chain-status';
import { readNotices } from './views/inbox';
import { noticeSubjects } from './views/notices';

export interface InboxNote {
  readonly note: string | null;
  /** Null also after the member has left the team. */
  readonly assignee: { readonly id: string; readonly name: string } | null;
}

export const NO_NOTE: InboxNote = { note: null, assignee: null };

export async function readNotes(
  db: Db,
  { merchantId }: Member,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, InboxNote>> {
  if (subjects.length === 0) return new Map();
  const rows = await db
    .select({
      subject: inboxNote.subject,
      note: inboxNote.note,
      id: appUser.id,
      shownUser: displayNameOfUser,
    })
    .from(inboxNote)
    .leftJoin(
      membership,
      and(eq(membership.merchantId, merchantId), eq(membership.userId, inboxNote.assigneeId)),
    )
    .leftJoin(appUser, eq(appUser.id, membership.userId))
    .where(and(eq(inboxNote.merchantId, merchantId), inArray(inboxNote.subject, [...subjects])));
  return new Map(
    rows.map(({ subject, note, id, shownUser: name }) => [
      subject,
      { note, assignee: id ? { id, name } : null },
    ]),
  );
}

/** Absent fields stay as they are; null removes a value. */
export interface NoteChange {
  readonly note?: string | null | undefined;
  readonly assigneeId?: string | null | undefined;
}

/**
 * Changes the team's note about a payment or notice in the inbox, or its assignee.
 *
 * @param subject the id of a payment, or the subject of an open notice
 * @throws Problem `forbidden` for a viewer; `payment_not_found`; `not_found` for a subject that the
 *   inbox does not have; `invalid_request` for an assignee outside the team, and for a note with a
 *   secret
 */
export async function updateInboxNote(
  db: Db,
  actor: Member,
  subject: string,
  { note, assigneeId }: NoteChange,
  { kinds, now }: { readonly kinds: Kinds; readonly now: Date },
): Promise<void> {
  assertMayChange(actor);
  const isPayment = subject.startsWith('pay_');
  const name = isPayment
    ? undefined
    : noticeSubjects(await readNotices(db, actor, kinds, now)).get(subject);
  if (!isPayment && name === undefined) {
    throw new Problem('not_found', 'The inbox has no such row now. Reload the page.');
  }
  const kind = isPayment ? 'payment' : 'inbox';
  await db.transaction(async (tx) => {
    if (isPayment) await lockPayment(tx, actor, subject);
    if (note !== undefined && (await writeNote(tx, actor, subject, { note }))) {
      await recordAuditEntry(tx, actor, `${kind}.note`, subject, { note, name }, now);
    }
    if (assigneeId !== undefined) {
      const to = assigneeId && (await memberName(tx, actor, assigneeId));
      if (await writeNote(tx, actor, subject, { assigneeId })) {
        const data = { user_id: assigneeId, to, name };
        await recordAuditEntry(tx, actor, `${kind}.assign`, subject, data, now);
      }
    }
    if (isPayment) await notifyDashboards(tx, actor.merchantId, [`payment ${subject}`]);
  });
}

/** @returns whether the note has changed */
export async function writeNote(
  tx: Db,
  { merchantId }: Member,
  subject: string,
  change: { readonly note: string | null } | { readonly assigneeId: string | null },
): Promise<boolean> {
  const [before = { note: null, assigneeId: null }] = await tx
    .select({ note: inboxNote.note, assigneeId: inboxNote.assigneeId })
    .from(inboxNote)
    .where(and(eq(inboxNote.merchantId, merchantId), eq(inboxNote.subject, subject)));
  const after = { ...before, ...change };
  if (after.note === before.note && after.assigneeId === before.assigneeId) return false;
  await tx
    .insert(inboxNote)
    .values({ merchantId, subject, ...after })
    .onConflictDoUpdate({ target: [inboxNote.merchantId, inboxNote.subject], set: change });
  return true;
}

async function memberName(tx: Db, { merchantId }: Member, userId: string): Promise<string> {
  const [found] = await tx
    .select({ name: displayNameOfUser })
    .from(membership)
    .innerJoin(appUser, eq(appUser.id, membership.userId))
    .where(and(eq(membership.merchantId, merchantId), eq(membership.userId, userId)));
  if (found) return found.name;
  throw invalidField('/assignee_id', 'unknown_member', 'Choose a member of your team.');
}
