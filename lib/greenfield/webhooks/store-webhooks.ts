import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { signingSecret } from '@/db/schema/accounts';
import { greenfieldWebhook } from '@/db/schema/greenfield';
import { delivery, webhookEvent } from '@/db/schema/webhooks';
import { newId, randomBase62 } from '@/lib/domain/ids';
import { overwriteSigningSecret, storeSigningSecret } from '@/lib/keys/signing-secrets';
import type { Vault } from '@/lib/keys/vault';
import { WEBHOOK_REMOVED } from '@/lib/webhooks/delivery/next-step';

export type StoreWebhook = typeof greenfieldWebhook.$inferSelect;

export type WebhookSettings = Pick<
  StoreWebhook,
  'url' | 'enabled' | 'automaticRedelivery' | 'everything' | 'specificEvents'
>;

/** Every event may go to all webhooks of a store, so their number is limited. */
export const MAX_STORE_WEBHOOKS = 20;

/** Returns the webhooks of a store, oldest first. */
export function listStoreWebhooks(db: Db, storeId: string): Promise<StoreWebhook[]> {
  return db
    .select()
    .from(greenfieldWebhook)
    .where(eq(greenfieldWebhook.apiKeyId, storeId))
    .orderBy(asc(greenfieldWebhook.createdAt), asc(greenfieldWebhook.id));
}

/** Returns a webhook of the store; undefined if the store has none with this id. */
export async function findStoreWebhook(
  db: Db,
  storeId: string,
  id: string,
): Promise<StoreWebhook | undefined> {
  const [found] = await db.select().from(greenfieldWebhook).where(ofStore(storeId, id));
  return found;
}

/** Like {@link findStoreWebhook}, but locks the webhook until the transaction ends. */
export async function lockStoreWebhook(
  tx: Db,
  storeId: string,
  id: string,
): Promise<StoreWebhook | undefined> {
  const query = tx.select().from(greenfieldWebhook).where(ofStore(storeId, id));
  const [found] = await query.for('key share');
  return found;
}

/**
 * Adds a webhook to a store. The caller must check its URL.
 *
 * @param secret by default a new one
 * @returns the webhook and its secret in plain text, which cannot be read again; undefined if the
 *  store already has {@link MAX_STORE_WEBHOOKS} webhooks
 */
export async function createStoreWebhook(
  db: Db,
  vault: Vault,
  storeId: string,
  settings: WebhookSettings,
  now: Date,
  secret: string = randomBase62(SECRET_LENGTH),
): Promise<{ readonly webhook: StoreWebhook; readonly secret: string } | undefined> {
  return db.transaction(async (tx) => {
    const count = await tx.$count(greenfieldWebhook, eq(greenfieldWebhook.apiKeyId, storeId));
    if (count >= MAX_STORE_WEBHOOKS) return undefined;
    const webhook = { ...settings, id: newId('storeWebhook'), apiKeyId: storeId, createdAt: now };
    await tx.insert(greenfieldWebhook).values(webhook);
    return { webhook, secret: await storeSigningSecret(tx, vault, webhook.id, now, secret) };
  });
}

const SECRET_LENGTH = 32;

/**
 * Replaces the settings of a webhook. Events written earlier keep their URL.
 *
 * @param secret by default, the webhook keeps its secret
 * @returns undefined if the store has no webhook with this id
 */
export async function updateStoreWebhook(
  db: Db,
  vault: Vault,
  storeId: string,
  id: string,
  settings: WebhookSettings,
  now: Date,
  secret?: string,
): Promise<StoreWebhook | undefined> {
  return db.transaction(async (tx) => {
    const [updated] = await tx
      .update(greenfieldWebhook)
      .set(settings)
      .where(ofStore(storeId, id))
      .returning();
    if (updated && secret !== undefined) await overwriteSigningSecret(tx, vault, id, now, secret);
    return updated;
  });
}

/**
 * Removes a webhook and its secret. Because no secret is left to sign with, pending deliveries of
 * the webhook are given up, and the inbox does not show them. Only an attempt that is running now
 * can still fail for good and then appear in the inbox.
 *
 * @returns whether the store had the webhook
 */
export async function deleteStoreWebhook(db: Db, storeId: string, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(greenfieldWebhook)
      .where(ofStore(storeId, id))
      .returning({ id: greenfieldWebhook.id });
    if (!deleted) return false;
    await tx.delete(signingSecret).where(eq(signingSecret.ownerId, id));
    await tx
      .update(delivery)
      .set({
        status: 'failed',
        held: false,
        nextAttemptAt: null,
        handled: true,
        lastError: WEBHOOK_REMOVED,
      })
      .where(
        and(
          eq(delivery.apiKeyId, storeId),
          eq(delivery.status, 'pending'),
          sql`exists (
            select from ${webhookEvent} e
            where e.id = ${delivery.eventId} and ${isSignedBy(sql`e.dialect`, id)})`,
        ),
      );
    return true;
  });
}

/**
 * Matches events that this webhook's secret signs.
 *
 * @param dialect the SQL of an event's dialect
 */
export function isSignedBy(dialect: SQL, webhookId: string): SQL {
  return sql`${dialect} ->> 'signer' = ${webhookId}`;
}

function ofStore(storeId: string, id: string): SQL | undefined {
  return and(eq(greenfieldWebhook.id, id), eq(greenfieldWebhook.apiKeyId, storeId));
}
