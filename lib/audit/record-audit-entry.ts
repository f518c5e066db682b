import type { Db } from '@/db/client';
import { auditEntry } from '@/db/schema/people';
import type { Actor } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import { holdsSecret } from '@/lib/domain/secret-text';

/**
 * Records what a member did, in the transaction of what they did. The audit log is of members:
 * nothing is recorded for an API key or the operator.
 *
 * @param action thing and verb, such as `key.revoke`
 * @param subject id of the thing
 * @param data what else there is to know of it
 * @throws Problem `invalid_request` when the data hold a secret that was typed where a name goes:
 *   more people read the log than may know the secret
 */
export async function recordAuditEntry(
  tx: Db,
  actor: Actor,
  action: string,
  subject: string,
  data: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  if (actor.kind !== 'member') return;
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
}
