import type { Db } from '@/db/client';
import { auditEntry } from '@/db/schema/people';
import { newId } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import type { Role } from '@/lib/domain/roles';
import { holdsSecret } from '@/lib/domain/secret-text';

export type { Role };

/**
 * A person who is signed in, and the merchant they work for at this moment. Every use case of the
 * dashboard takes one, asks it what it may do, and reads and writes that merchant's rows only.
 */
export interface Actor {
  readonly userId: string;
  readonly merchantId: string;
  readonly role: Role;
  readonly sessionId: string;
  /** Where the request came from, for the audit log. */
  readonly ip?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Everybody of a merchant may look. */
export function mayRead(_actor: Actor): void {}

/** @throws Problem `forbidden` unless the person may change payments and deliveries */
export function mayChange(actor: Actor): void {
  if (actor.role === 'viewer') throw new Problem('forbidden', 'Viewers can look, not change.');
}

/** @throws Problem `forbidden` unless the person may change keys, the team and the settings */
export function mayAdminister(actor: Actor): void {
  if (actor.role !== 'owner') throw new Problem('forbidden', 'Only an owner can do this.');
}

/**
 * Writes down what a person did, in the transaction of what they did.
 *
 * @param act thing and verb, such as `key.revoke`
 * @param subject id of the thing
 * @param data what else there is to know of it
 * @throws Problem `invalid_request` when the data hold a secret, since someone typed it where a
 *   name goes: the log is read by more people than the secret is for
 */
export async function recordAct(
  tx: Db,
  actor: Actor,
  act: string,
  subject: string,
  data: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
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
    act,
    subject,
    data,
    at: now,
    ip: actor.ip ?? null,
    requestId: actor.requestId ?? null,
  });
}
