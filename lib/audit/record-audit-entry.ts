import type { Db } from '@/db/client';
import { auditEntry } from '@/db/schema/people';
import type { Actor } from '@/lib/domain/actor';
import type { AuditAction, AuditSubject } from '@/lib/domain/audit-action';
import type { Change } from '@/lib/domain/change';
import { newId } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import { holdsSecret } from '@/lib/domain/secret-text';
import { tellChanges } from '@/lib/server/changes/tell';

/**
 * Records an action of a member, in the transaction of the action, and tells open dashboards of it
 * on commit. Actions of API keys are not recorded, and dashboards only read what they changed.
 *
 * @param subject id of what was changed
 * @param data further details
 * @throws Problem `invalid_request` when the data contain a secret, for example one typed as a
 *   name: more people may read the log than may know the secret
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
  if (actor.kind === 'key') return tellChanges(tx, actor.merchantId, CHANGED[kind]);
  if (holdsSecret(JSON.stringify(data))) {
    throw new Problem(
      'invalid_request',
      'Something in this request looks like an API key, a signing secret or a private key, and would be written into the audit log. Nothing was changed: use another name.',
    );
  }
  await tx.insert(auditEntry).values({
    id: newId('auditEntry'),
    merchantId: actor.merchantId,
    userId: actor.userId,
    action,
    subject,
    data,
    at: now,
    ip: actor.ip ?? null,
    requestId: actor.requestId ?? null,
  });
  await tellChanges(tx, actor.merchantId, ['audit', ...CHANGED[kind]]);
}

/**
 * The changes sent to open dashboards besides the new audit entry, by the subject of the action.
 */
const CHANGED: Readonly<Record<AuditSubject, readonly Change[]>> = {
  // The use case itself announces these changes.
  payment: [],
  webhook: [],
  delivery: ['deliveries'],
  endpoint: ['deliveries'],
  key: ['keys'],
  link: ['links'],
  signing_secret: ['keys'],
  invitation: ['people'],
  member: ['people'],
  merchant: ['people'],
  password: ['people'],
  identity: ['people'],
  session: ['people'],
};
