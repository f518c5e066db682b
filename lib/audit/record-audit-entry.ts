import type { Db } from '@/db/client';
import { auditEntry } from '@/db/schema/people';
import type { Actor } from '@/lib/domain/actor';
import type { AuditAction, AuditSubject } from '@/lib/domain/audit-action';
import type { DashboardChange } from '@/lib/domain/change';
import { newId } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import { containsSecret } from '@/lib/domain/secret-text';
import { notifyOfAuditEntry } from '@/lib/mail/notify-of-audit-entry';
import { notifyDashboards } from '@/lib/server/changes/notify-dashboards';

/**
 * Records an action of a member, in the transaction of the action, and notifies open dashboards on
 * commit. An action of an API key is not recorded, and open dashboards are still notified.
 *
 * @throws Problem `invalid_request` when the data contain a secret, for example typed as a name.
 *  Members who may not know the secret can read the log.
 */
export async function recordAuditEntry(
  tx: Db,
  actor: Actor,
  action: AuditAction,
  subject: string,
  data: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  if (actor.kind === 'operator') return;
  const [kind] = action.split('.') as [AuditSubject];
  if (actor.kind === 'key') return notifyDashboards(tx, actor.merchantId, CHANGED[kind]);
  if (containsSecret(JSON.stringify(data))) {
    throw new Problem(
      'invalid_request',
      'Something in this request looks like an API key, a signing secret or a private key, and would be written into the audit log. Nothing was changed: use another name.',
    );
  }
  const { merchantId, userId } = actor;
  const entry = { id: newId('auditEntry'), merchantId, userId, action, subject, data };
  await tx.insert(auditEntry).values({
    ...entry,
    at: now,
    ip: actor.ip ?? null,
    requestId: actor.requestId ?? null,
  });
  await notifyOfAuditEntry(tx, entry, now);
  await notifyDashboards(tx, actor.merchantId, ['audit', ...CHANGED[kind]]);
}

/** Records an action of the server itself in a merchant's log, in the transaction of the action. */
export async function recordServerAuditEntry(
  tx: Db,
  merchantId: string,
  action: AuditAction,
  subject: string,
  data: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  const entry = { id: newId('auditEntry'), merchantId, userId: null, action, subject, data };
  await tx.insert(auditEntry).values({ ...entry, at: now });
  await notifyOfAuditEntry(tx, entry, now);
  const [kind] = action.split('.') as [AuditSubject];
  await notifyDashboards(tx, merchantId, ['audit', ...CHANGED[kind]]);
}

/**
 * Maps each kind of subject to the changes that are announced to open dashboards. Each new audit
 * entry is announced as well.
 */
const CHANGED: Readonly<Record<AuditSubject, readonly DashboardChange[]>> = {
  // The code that changes a payment announces the change itself.
  payment: [],
  // 'people' makes open pages refetch the team's notes.
  inbox: ['people'],
  refund: [],
  webhook: [],
  delivery: ['deliveries'],
  endpoint: ['deliveries'],
  channel: ['people'],
  key: ['keys'],
  pairing: ['keys'],
  wallet: ['keys'],
  customer: ['payments'],
  link: ['links'],
  signing_secret: ['keys'],
  invitation: ['people'],
  member: ['people'],
  merchant: ['people'],
  password: ['people'],
  identity: ['people'],
  factor: ['people'],
  passkey: ['people'],
  session: ['people'],
};
