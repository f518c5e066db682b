import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { notificationChannel } from '@/db/schema/mail';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member, requireRecentFactor } from '@/lib/domain/actor';
import { MAX_CHANNELS } from '@/lib/domain/channel';
import { newId } from '@/lib/domain/ids';
import type { ChannelTopic } from '@/lib/domain/notification';
import { invalidField, Problem } from '@/lib/domain/problems';
import { hideSecret } from '@/lib/domain/secret-text';
import type { WebhookUrlCheck } from '@/lib/keys/check-default-url';
import { lockRole } from '@/lib/keys/key-conditions';
import type { Vault } from '@/lib/keys/vault';
import { type PastedTarget, parseTarget } from './channel-target';

export interface NewChannel extends PastedTarget {
  readonly name: string;
  readonly topics: readonly ChannelTopic[];
}

/**
 * Adds a channel, which gets the merchant's notifications from now on, and returns its id.
 *
 * @throws Problem `forbidden` unless the actor is an owner; `step_up_required`; `invalid_request`
 *  or `webhook_url_rejected`, which name the field
 */
export async function addChannel(
  db: Db,
  vault: Vault,
  actor: Member,
  { name, topics, ...pasted }: NewChannel,
  now: Date,
  checkUrl: WebhookUrlCheck,
): Promise<string> {
  assertMayAdminister(actor);
  requireRecentFactor(actor, now);
  const { kind, target } = parseTarget(pasted);
  const secrets = [pasted.url, target.url, target.token];
  if (secrets.some((secret) => secret && name.includes(secret)))
    throw invalidField('/name', 'secret', 'Choose another name: the audit log shows it.');
  await checkUrl(target.url).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'webhook_url_rejected') throw error;
    const { detail: message } = error;
    throw new Problem(error.code, message, {
      errors: [{ pointer: '/url', code: 'rejected', message }],
    });
  });
  const { merchantId } = actor;
  const id = newId('channel');
  const { host } = new URL(target.url);
  await db.transaction(async (tx) => {
    // The role is checked again, because it may have changed during the DNS look-up.
    await lockRole(tx, actor);
    const ofMerchant = eq(notificationChannel.merchantId, merchantId);
    if ((await tx.$count(notificationChannel, ofMerchant)) >= MAX_CHANNELS)
      throw new Problem('invalid_request', `At most ${MAX_CHANNELS} channels can be added.`);
    const sealedTarget = vault.seal(JSON.stringify(target), id);
    const row = { id, merchantId, name, kind, host, sealedTarget, topics: [...topics] };
    await tx.insert(notificationChannel).values({ ...row, createdAt: now });
    const data = { name, kind, host: hideSecret(host) };
    await recordAuditEntry(tx, actor, 'channel.add', id, data, now);
  });
  return id;
}
