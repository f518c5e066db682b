import { eq } from 'drizzle-orm';
import { openDatabase } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { DOCUMENTED_ROUTES } from '@/lib/http/openapi/document';
import { idempotencyKey, tryLockIdempotencyKeys } from '@/lib/payments/idempotency';
import { insertPayments } from '@/lib/payments/insert-payments';
import { type ApiTour, operationOf } from './api-tour';
import { createTestKey } from './factories';
import { draftFor } from './plain-terms';

const NO_TXID = '0'.repeat(64);
const REQUESTS_A_MINUTE = 60;
const MAINNET_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

interface Payments {
  readonly confirmed: string;
  readonly pending: string;
}

export async function callRefusedOperations(tour: ApiTour, payments: Payments): Promise<void> {
  await refuseCreate(tour);
  await refuseRates(tour);
  await refuseRefunds(tour, payments);
  await refuseOthers(tour, payments);
  await refuseActors(tour);
  await refuseBodies(tour);
  await refuseInTrouble(tour);
}

async function refuseCreate(tour: ApiTour): Promise<void> {
  const create = (body: unknown, more = {}) => tour.ask('createPayment', { body, ...more });
  await create({ amount_sats: 0, referense: 'order-1001' });
  const plain = await createTestKey(tour.base.db);
  const { address } = (await create({ amount_sats: 1_000 })).json;
  const given = { amount_sats: 1_000, destination_address: address };
  await create(given, { key: plain.apiKey });
  await create(given);
  await create({ amount_sats: 1_000, destination_address: MAINNET_ADDRESS });
  await create({ amount_sats: 1_000 }, { headers: { 'idempotency-key': 'order-1001-1' } });
  await tour.base.db.transaction(async (tx) => {
    const sent = { apiKeyId: plain.id, route: 'POST /v1/btc/payments', bodyHash: '' };
    const key = idempotencyKey({ ...sent, key: 'order-1002' }, new Date());
    await insertPayments(tx, plain.actor, [{ draft: draftFor(plain), key }]);
    const headers = { 'idempotency-key': 'order-1002' };
    await create({ amount_sats: 1_000 }, { key: plain.apiKey, headers });
  });
  const off = tour.withSettings({ BITCOIN_REGTEST: 'off' });
  await tour.askOn(off, 'createPayment', { body: { amount_sats: 1_000 } });
  const strict = tour.withSettings({ WEBHOOK_PRIVATE_TARGETS: 'deny' });
  const webhook_url = 'https://10.0.0.1/webhooks';
  await tour.askOn(strict, 'createPayment', { body: { amount_sats: 1_000, webhook_url } });
  await tour.askOn(strict, 'sendTestWebhook', { body: { webhook_url } });
  const link = { title: 'Tea', amount_sats: 1_000, webhook_url };
  await tour.askOn(strict, 'createPaymentLink', { body: link });
}

/** Requests a rate from exchanges, none of which responds. */
async function refuseRates(tour: ApiTour): Promise<void> {
  const nobody = 'http://127.0.0.1:1';
  const settings = {
    BITCOIN_SIGNET: nobody,
    PRICE_SOURCES: `kraken=${nobody},coinbase=${nobody}`,
  };
  const alone = tour.withSettings(settings);
  const signet = await createTestKey(tour.base.db, { network: 'signet' });
  const { apiKey: key } = signet;
  await tour.askOn(alone, 'getRate', { key, path: '?currency=EUR' });
  const body = { price: { amount: '49.90', currency: 'EUR' } };
  await tour.askOn(alone, 'createPayment', { key, body });
  await tour.askOn(alone, 'createPaymentLink', { key, body: { title: 'Tea', ...body } });
  const { db } = tour.base;
  const draft = draftFor(signet);
  await db.transaction((tx) => insertPayments(tx, signet.actor, [{ draft }]));
  await tour.askOn(alone, 'createRefund', { key, id: draft.id, body });
}

async function refuseRefunds(tour: ApiTour, payments: Payments): Promise<void> {
  const { base, key } = tour;
  const refund = (body: unknown, more = {}) =>
    tour.ask('createRefund', { id: payments.confirmed, body, ...more });
  await refund({ amount_sats: 0, adress: 'x' });
  await refund({ amount_sats: 2_000_000 });
  await refund({ address: MAINNET_ADDRESS });
  const { address } = (await tour.ask('getPayment', { id: payments.pending })).json;
  await refund({ address });
  await refund({ amount_sats: 1 }, { headers: { 'idempotency-key': 'refund-1001-1' } });
  await base.db.transaction(async (tx) => {
    const route = `POST /v1/btc/payments/${payments.confirmed}/refunds`;
    const sent = { apiKeyId: key.id, route, bodyHash: '', key: 'refund-1002' };
    await tryLockIdempotencyKeys(tx, [idempotencyKey(sent, new Date())]);
    await refund({}, { headers: { 'idempotency-key': 'refund-1002' } });
  });
  for (const id of ['createRefund', 'listRefunds']) {
    await tour.ask(id, { id: 'pay_0000000000000000000000', ...sample(id) });
  }
  await tour.ask('getRefund', { id: 'rfd_0000000000000000000000' });
  await tour.ask('sandboxPay', { body: { refund_id: 'rfd_0000000000000000000000' } });
}

async function refuseOthers(tour: ApiTour, payments: Payments): Promise<void> {
  await tour.ask('cancelPayment', { id: payments.confirmed });
  for (const id of ['getPayment', 'cancelPayment', 'listWebhookDeliveries']) {
    await tour.ask(id, { id: 'pay_0000000000000000000000' });
  }
  for (const id of ['getPaymentLink', 'deactivatePaymentLink']) {
    await tour.ask(id, { id: 'lnk_0000000000000000000000' });
  }
  for (const id of [
    'getEvent',
    'pauseWebhookEndpoint',
    'resumeWebhookEndpoint',
    'resendWebhookDelivery',
  ]) {
    await tour.ask(id, { id: 'x_0000000000000000000000' });
  }
  await tour.ask('sandboxPay', { body: { payment_id: 'pay_0000000000000000000000' } });
  const tooMuch = { payment_id: payments.pending, amount_sats: 2_000_000_000_000_000 };
  await tour.ask('sandboxPay', { body: tooMuch });
  await tour.ask('sandboxReplace', { body: { txid: NO_TXID } });
  await tour.ask('sandboxDoubleSpend', { body: { txid: NO_TXID } });
  await tour.ask('sandboxReorg', { body: { drop: [NO_TXID] } });
  const node = tour.withSettings({ BITCOIN_REGTEST: 'http://user:pass@127.0.0.1:1' });
  for (const { docs } of DOCUMENTED_ROUTES) {
    const { id, tag } = docs;
    if (tag !== 'Sandbox') continue;
    const body = {
      ...BODIES[id],
      ...(id === 'sandboxPay' ? { payment_id: payments.pending } : {}),
    };
    await tour.askOn(node, id, { body });
  }
}

async function refuseActors(tour: ApiTour): Promise<void> {
  const plain = await createTestKey(tour.base.db);
  const elsewhere = await createTestKey(tour.base.db, { allowedIps: ['203.0.113.0/24'] });
  const altered = await createTestKey(tour.base.db);
  await tour.base.db.update(apiKey).set({ seal: '' }).where(eq(apiKey.id, altered.id));
  const limited = tour.withSettings({ RATE_LIMIT_PER_IP: String(REQUESTS_A_MINUTE) });
  for (let i = 0; i < REQUESTS_A_MINUTE; i += 1) {
    await limited.call({ method: 'OPTIONS', path: '/v1/btc/payments' });
  }
  for (const { docs, who } of DOCUMENTED_ROUTES) {
    const { id } = docs;
    if (docs.problems.includes('management_not_allowed')) {
      await tour.ask(id, { ...sample(id, ''), key: plain.apiKey });
    }
    await tour.askOn(limited, id, { ...sample(id) });
    if (who === 'anyone') continue;
    await tour.ask(id, { ...sample(id), headers: { authorization: '' } });
    await tour.ask(id, { ...sample(id), key: elsewhere.apiKey });
    await tour.ask(id, { ...sample(id), key: altered.apiKey });
    await tour.ask(id, { ...sample(id), path: '?colour=red' });
  }
}

async function refuseBodies(tour: ApiTour): Promise<void> {
  for (const { docs } of DOCUMENTED_ROUTES) {
    const { id, problems } = docs;
    if (!problems.includes('malformed_json')) continue;
    await tour.ask(id, { body: '{"amount_sats": ' });
    await tour.ask(id, { body: { reference: 'x'.repeat(17_000) } });
    await tour.ask(id, { body: '<xml/>', headers: { 'content-type': 'application/xml' } });
  }
}

async function refuseInTrouble(tour: ApiTour): Promise<void> {
  const closed = DOCUMENTED_ROUTES.filter(({ who }) => who === 'key').map(({ docs }) => docs);
  for (const { id } of closed) {
    // The driver delays the next connection after a failed one, so each request gets its own
    // client.
    const database = openDatabase('postgres://nobody@127.0.0.1:1/none', 1);
    const away = tour.withSettings({}, { ...tour.base, database, db: database.db });
    await tour.askOn(away, id, sample(id));
    await database.close();
  }
  await tour.base.db.execute('alter table api_key rename to api_key_away');
  // An open connection would still find the renamed table by its id.
  const database = openDatabase(tour.base.url, 1);
  const broken = tour.withSettings({}, { ...tour.base, database, db: database.db });
  for (const { id } of closed) await tour.askOn(broken, id, sample(id));
  await database.close();
  await tour.base.db.execute('alter table api_key_away rename to api_key');
}

const BODIES: Readonly<Record<string, object>> = {
  createPayment: { amount_sats: 1_000 },
  createPaymentLink: { title: 'Tea', amount_sats: 1_000 },
  createRefund: {},
  updateKey: {},
  resendFailedWebhookDeliveries: { from: 0 },
  sendTestWebhook: { webhook_url: 'https://shop.example/webhooks' },
  sandboxPay: { payment_id: 'pay_0' },
  sandboxReplace: { txid: NO_TXID },
  sandboxDoubleSpend: { txid: NO_TXID },
  sandboxMine: {},
  sandboxReorg: {},
};

function sample(
  id: string,
  query = '?from=0&to=1',
): { readonly body?: object; readonly path?: string } {
  const path = operationOf(id).query ? query : undefined;
  return { ...(BODIES[id] ? { body: BODIES[id] } : {}), ...(path ? { path } : {}) };
}
