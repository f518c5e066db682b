import { eq } from 'drizzle-orm';
import { apiKey } from '@/db/schema/accounts';
import { webhookEndpoint } from '@/db/schema/endpoints';
import { passkey } from '@/db/schema/factors';
import { apiRequest } from '@/db/schema/request-log';
import { delivery } from '@/db/schema/webhooks';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import { createMerchant } from '@/lib/accounts/create-merchant';
import { inviteMember } from '@/lib/accounts/invite-member';
import { saveView } from '@/lib/accounts/save-view';
import { listAuditEntries } from '@/lib/audit/list-audit-entries';
import { addChannel } from '@/lib/channels/add-channel';
import type { Member } from '@/lib/domain/actor';
import { changeBranding } from '@/lib/face/change-branding';
import { pairStore } from '@/lib/greenfield/pairings/pair-store';
import { renameWallet } from '@/lib/keys/rename-wallet';
import { createTestActor } from '@/test/support/actor';
import type { TestApp } from '@/test/support/app';
import type { TestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey, testVault } from '@/test/support/factories';
import { setUpPasskey } from '@/test/support/passkey';
import { until } from '@/test/support/wait';

/** A merchant with one row of every kind. The `marks` are texts that identify its data. */
export interface SampleMerchant {
  readonly owner: Member;
  readonly member: Member;
  readonly viewer: Member;
  readonly key: TestKey;
  readonly otherNetworkKey: TestKey;
  readonly paymentId: string;
  readonly checkoutId: string;
  readonly txid: string;
  readonly linkId: string;
  readonly refundId: string;
  readonly requestId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly endpointId: string;
  readonly invitationId: string;
  readonly invitedEmail: string;
  readonly auditId: string;
  readonly pairingId: string;
  readonly viewId: string;
  readonly channelId: string;
  readonly passkeyId: string;
  readonly marks: readonly string[];
  /** All addresses can be derived from this part of the key's descriptor. */
  readonly extendedKey: string;
}

export function idInPage(page: string, { key, linkId, paymentId }: SampleMerchant): string {
  if (page.includes('/keys/')) return key.id;
  if (page.includes('/shops/')) return 'woocommerce';
  if (page.includes('/wallets/')) return key.actor.walletId;
  return page.includes('/links/') ? linkId : paymentId;
}

export async function openSampleMerchant(
  base: TestDatabase,
  app: TestApp,
  name: string,
): Promise<SampleMerchant> {
  const { db } = base;
  const { id: merchantId } = await createMerchant(db, 'Shop', new Date());
  const key = await createTestKey(db, { merchantId, name: `${name} till`, allowManagement: true });
  const otherNetworkKey = await createTestKey(db, { merchantId, network: 'signet' });
  const { owner, member, viewer, ...device } = await createTeam(db, merchantId, name);
  await changeMerchantSetting(db, owner, 'name', `${name} Books`, new Date());
  await changeBranding(db, owner, { imprintUrl: `https://${name}-imprint.example/` }, new Date());
  await renameWallet(db, owner, key.walletId, `${name} wallet`, new Date());
  const guest = { email: `guest@${name}.example`, role: 'viewer' } as const;
  const invited = await inviteMember(db, owner, guest, new Date());
  const audit = await listAuditEntries(db, owner, { limit: 1 });
  const own = { name: `${name} view`, search: 'status=pending' };
  const { id: viewId } = await saveView(db, owner, own, new Date());
  const paired = await pairShop(db, owner, key.id, name);
  const paid = await payOnce(base, app, key, name);
  const [keyRow] = await db.select().from(apiKey).where(eq(apiKey.id, key.id));
  const auditId = audit.entries[0]?.id ?? '';
  return {
    owner,
    member,
    viewer,
    key,
    otherNetworkKey,
    ...paid,
    invitationId: invited.id,
    invitedEmail: guest.email,
    auditId,
    viewId,
    passkeyId: device.passkeyId,
    channelId: device.channelId,
    pairingId: paired.id,
    extendedKey: /[a-z]pub\w+/.exec(key.descriptor)?.[0] ?? '',
    marks: [
      `${name} `,
      `@${name}.example`,
      `${name}-order`,
      `${name}-customer`,
      `${name}.hook.invalid`,
      `${name}-link`,
      `${name}-imprint`,
      ...[paid.linkId, paid.refundId, paid.requestId, ...Object.values(device)],
      merchantId,
      key.id,
      key.apiKey,
      key.signingSecret,
      otherNetworkKey.id,
      paid.paymentId,
      paid.address,
      paid.checkoutId,
      paid.deliveryId,
      paid.eventId,
      paid.endpointId,
      invited.id,
      auditId,
      viewId,
      ...[paired.id, paired.token],
      key.descriptor,
      keyRow?.walletId ?? '',
      ...[owner, member, viewer].flatMap(({ userId, sessionId }) => [userId, sessionId]),
    ].filter((mark) => mark !== ''),
  };
}

async function createTeam(db: TestDatabase['db'], merchantId: string, name: string) {
  const owner = await createTestActor(db, merchantId, 'owner');
  const member = await createTestActor(db, merchantId, 'member');
  const viewer = await createTestActor(db, merchantId, 'viewer');
  await setUpPasskey(db, member, new Date());
  const [row] = await db.select().from(passkey).where(eq(passkey.userId, member.userId));
  const device = { passkeyId: row?.id ?? '', credentialId: row?.credentialId ?? '' };
  const channelId = await addChat(db, owner, name);
  return { owner, member, viewer, ...device, channelId };
}

function addChat(db: TestDatabase['db'], owner: Member, name: string): Promise<string> {
  const chat = { kind: 'slack' as const, url: `http://${name}.chat.invalid/hook`, topics: [] };
  const given = { ...chat, name: `${name} chat` };
  return addChannel(db, testVault, owner, given, new Date(), async () => {});
}

function pairShop(db: TestDatabase['db'], owner: Member, keyId: string, name: string) {
  const request = {
    applicationName: `${name} plugin`,
    applicationIdentifier: null,
    redirect: null,
    permissions: ['btcpay.store.cancreateinvoice'] as const,
    notOffered: [],
  };
  return pairStore(db, owner, keyId, request, new Date());
}

async function payOnce(base: TestDatabase, app: TestApp, key: TestKey, name: string) {
  const ask = async (path: string, body: unknown) => {
    const response = await fetch(`${app.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${text}`);
    return JSON.parse(text);
  };
  const webhook_url = `http://${name}.hook.invalid/orders`;
  const payment = await until('the sandbox chain runs', () =>
    ask('btc/payments', {
      amount_sats: 50_000,
      reference: `${name}-order-1`,
      metadata: { customer: `${name}-customer` },
      customer: { name: `${name} customer`, email: `ada@${name}.example` },
      webhook_url,
    }),
  );
  const { txid } = await until('the sandbox pays', () =>
    ask('sandbox/pay', { payment_id: payment.id }),
  );
  const row = await until('the webhook is on its way', async () => {
    const [found] = await base.db
      .select({ id: delivery.id, eventId: delivery.eventId })
      .from(delivery)
      .where(eq(delivery.paymentId, payment.id));
    return found;
  });
  const [endpoint] = await base.db
    .select({ id: webhookEndpoint.id })
    .from(webhookEndpoint)
    .where(eq(webhookEndpoint.url, webhook_url));
  const link = await ask('btc/payment_links', {
    title: `${name}-link`,
    amount_sats: 1_000,
    metadata: { customer: `${name}-customer` },
    webhook_url,
  });
  const refund = await ask(`btc/payments/${payment.id}/refunds`, {
    amount_sats: 1_000,
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    // The payment is not yet in a block.
    confirm_excess: true,
  });
  const requestId = await until('a request is in the log', async () => {
    const [found] = await base.db.select().from(apiRequest).where(eq(apiRequest.apiKeyId, key.id));
    return found?.id;
  });
  return {
    requestId,
    linkId: link.id as string,
    refundId: refund.id as string,
    paymentId: payment.id as string,
    checkoutId: new URL(payment.checkout_url).pathname.split('/').pop() ?? '',
    address: payment.address as string,
    txid: txid as string,
    deliveryId: row.id,
    eventId: row.eventId,
    endpointId: endpoint?.id ?? '',
  };
}
