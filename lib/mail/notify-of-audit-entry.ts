import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, displayNameOfUser } from '@/db/schema/people';
import type { AuditAction } from '@/lib/domain/audit-action';
import { auditSentence } from '@/lib/domain/audit-words';
import type { NotificationTopic } from '@/lib/domain/notification';
import { notifyMembers } from './notify-members';

const TOLD: Readonly<Partial<Record<AuditAction, readonly [NotificationTopic, string]>>> = {
  'key.create': ['security', 'New API key'],
  'key.import': ['security', 'New API key'],
  'key.rotate': ['security', 'API key rotated'],
  'wallet.add': ['security', 'New wallet'],
  'channel.add': ['security', 'New notification channel'],
  'channel.remove': ['security', 'Notification channel removed'],
  'invitation.create': ['security', 'New invitation'],
  'invitation.accept': ['security', 'New member'],
  'member.remove': ['security', 'Member removed'],
  'member.leave': ['security', 'Member left'],
  'endpoint.switch_off': ['webhooks', 'Webhook endpoint switched off'],
};

export interface NotifiableEntry {
  readonly id: string;
  readonly merchantId: string;
  /** The member who acted; null if the server itself did. */
  readonly userId: string | null;
  readonly action: AuditAction;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Notifies members of an audit entry in its transaction, if {@link TOLD} contains its action. */
export async function notifyOfAuditEntry(tx: Db, entry: NotifiableEntry, now: Date): Promise<void> {
  const told = TOLD[entry.action];
  if (!told) return;
  const [topic, subject] = told;
  const { id, merchantId, userId } = entry;
  const [member] =
    userId === null
      ? []
      : await tx.select({ name: displayNameOfUser }).from(appUser).where(eq(appUser.id, userId));
  const { before, object, after } = auditSentence({ ...entry, present: null });
  const what = object === null ? `${before}${after}` : `${before} ${object}${after}`;
  const body = `${member?.name ?? 'Blocktally'} ${what}.`;
  const link =
    topic === 'webhooks'
      ? { text: 'Open the endpoint', path: `/dashboard/webhooks/${entry.subject}` }
      : { text: 'Open the audit log', path: '/dashboard/team/audit' };
  await notifyMembers(tx, [{ merchantId, topic, fact: id, subject, body, link }], now);
}
