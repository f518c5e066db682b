import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, signingSecret } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { webhookEvent } from '@/db/schema/webhooks';
import type { Actor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { visibleTo } from '@/lib/keys/key-conditions';
import { openSigningSecrets } from '@/lib/keys/signing-secrets';
import type { Vault } from '@/lib/keys/vault';
import type { StoredEvent } from './body-findings';
import { parsed } from './body-variants';
import { checkSignature, type SignatureReport } from './check-signature';
import { findHeaders } from './find-headers';
import { type KnownSecret, pastedSecrets } from './known-secret';
import { type PastedRequest, readPasted } from './pasted-request';

export interface CheckRequest {
  /** A raw HTTP request, header lines, or a curl command. */
  readonly text: string;
  /** The body, if pasted separately. */
  readonly body?: string | undefined;
  /** The merchant's key, or the secret, that should have signed it. */
  readonly signedWith: { readonly apiKeyId: string } | { readonly secret: string };
}

/** The form of an id; PostgreSQL accepts no NUL. */
const ID = /^\w{1,100}$/;
/** The most secrets to compare, of the chosen key and of others: each costs several HMACs. */
const MAX_OWN = 5;
const MAX_OTHERS = 10;

/**
 * Checks the signature of a pasted request and reports what is wrong. Stores and logs nothing of
 * it, and no secret leaves the server.
 *
 * @throws Problem `not_found`, also for a key that the actor may not see
 */
export async function checkRequest(
  db: Db,
  vault: Vault,
  actor: Actor,
  { text, body, signedWith }: CheckRequest,
  now: Date,
): Promise<SignatureReport> {
  const request = readPasted(text, body);
  const chosen = 'apiKeyId' in signedWith ? signedWith.apiKeyId : undefined;
  const own = await secretsOf(db, vault, actor, { chosen, now });
  if (chosen !== undefined && !own.some(({ owner }) => owner.kind === 'chosen')) {
    throw new Problem('not_found', 'There is no API key with this id that has a signing secret.');
  }
  const pasted = 'secret' in signedWith ? pastedSecrets(signedWith.secret) : [];
  const stored = await storedEvent(db, actor, request);
  return checkSignature({ request, secrets: [...pasted, ...own], stored, now });
}

/** The newest signing secrets of the merchant, past ones too, the chosen key's first. */
async function secretsOf(
  db: Db,
  vault: Vault,
  actor: Actor,
  { chosen, now }: { readonly chosen: string | undefined; readonly now: Date },
): Promise<KnownSecret[]> {
  const isChosen = eq(apiKey.id, chosen ?? '');
  const columns = {
    keyId: apiKey.id,
    keyName: apiKey.name,
    ciphertext: signingSecret.ciphertext,
    until: signingSecret.expiresAt,
  };
  const select = () =>
    db.select(columns).from(signingSecret).innerJoin(apiKey, eq(apiKey.id, signingSecret.apiKeyId));
  const newest = [sql`${signingSecret.expiresAt} desc nulls first`, desc(signingSecret.createdAt)];
  const ours = visibleTo(actor);
  const rows = [
    ...(chosen
      ? await select()
          .where(and(ours, isChosen))
          .orderBy(...newest)
          .limit(MAX_OWN)
      : []),
    ...(await select()
      .where(and(ours, ne(apiKey.id, chosen ?? '')))
      .orderBy(...newest)
      .limit(MAX_OTHERS)),
  ];
  return rows.flatMap(({ keyId, keyName, ciphertext, until }) =>
    openSigningSecrets(vault, keyId, [ciphertext]).map((secret) => ({
      secret,
      owner: {
        kind: keyId === chosen ? 'chosen' : 'other',
        keyName,
        age: until === null ? 'current' : until > now ? 'previous' : 'expired',
        until,
      },
    })),
  );
}

/** The event with one of the pasted ids; else the matching event of the body's payment. */
async function storedEvent(
  db: Db,
  actor: Actor,
  { headers, body }: PastedRequest,
): Promise<StoredEvent | undefined> {
  const { eventId, legacyId, standardId } = findHeaders(headers);
  const ids = [eventId, legacyId, standardId].flatMap((id) =>
    id && ID.test(id.value) ? [id.value] : [],
  );
  const paymentId = paymentIn(body);
  if (ids.length === 0 && paymentId === undefined) return undefined;
  const found = await db
    .select({ id: webhookEvent.id, body: webhookEvent.body })
    .from(webhookEvent)
    .innerJoin(payment, eq(payment.id, webhookEvent.paymentId))
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .where(
      and(
        visibleTo(actor),
        or(
          ids.length > 0 ? inArray(webhookEvent.id, ids) : undefined,
          paymentId === undefined
            ? undefined
            : and(eq(webhookEvent.paymentId, paymentId), eq(webhookEvent.body, body)),
        ),
      ),
    )
    .limit(ids.length + 1);
  return (
    ids.map((id) => found.find((event) => event.id === id)).find((event) => event !== undefined) ??
    found[0]
  );
}

function paymentIn(body: string): string | undefined {
  const value = parsed(body) as { data?: { payment_id?: unknown } } | null | undefined;
  const id = typeof value === 'object' ? value?.data?.payment_id : undefined;
  return typeof id === 'string' && ID.test(id) && !body.includes('\0') ? id : undefined;
}
