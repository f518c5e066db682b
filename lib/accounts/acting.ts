import type { Db } from '@/db/client';
import { auditEntry } from '@/db/schema/people';
import { newId } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import type { Role } from '@/lib/domain/roles';

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

/** Forms that only secrets have: API keys, signing secrets, password hashes, private keys. */
const SECRET = /btly_[a-z]+_[0-9A-Za-z]{36}|whsec_|\$argon2|[xyztuv]prv[0-9A-Za-z]{20}/;

/**
 * Writes down what a person did, in the transaction of what they did.
 *
 * @param act thing and verb, such as `key.revoke`
 * @param subject id of the thing
 * @param data what else there is to know of it
 * @throws Error when the data hold a secret: the log is read by more people than the secret is for
 */
export async function recordAct(
  tx: Db,
  actor: Actor,
  act: string,
  subject: string,
  data: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  if (SECRET.test(JSON.stringify(data))) throw new Error(`${act} would log a secret`);
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
