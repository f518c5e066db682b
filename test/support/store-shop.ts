import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { greenfieldInvoice, type ManualStatus } from '@/db/schema/greenfield';
import { sandboxTransaction } from '@/db/schema/sandbox';
import { MEMPOOL_GRACE_MS } from '@/lib/chain/follow/read-mempool';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { type Sats, toSats } from '@/lib/domain/sats';
import { setInvoiceStatus } from '@/lib/greenfield/change-invoice';
import { BTCPAY_DIALECT, btcpayHeaders } from '@/lib/greenfield/webhooks/dialect';
import {
  createStoreWebhook,
  type StoreWebhook,
  type WebhookSettings,
} from '@/lib/greenfield/webhooks/store-webhooks';
import { writeStoreEvents } from '@/lib/greenfield/webhooks/write-store-events';
import { createLogger } from '@/lib/log';
import { createPayment } from '@/lib/payments/create-payment';
import type { NewPayment } from '@/lib/payments/payment-row';
import { type Simulation, simulate as simulateOn } from '@/lib/payments/simulate';
import { dispatchDue } from '@/lib/webhooks/delivery/dispatch';
import { checkSchema } from '@/test/greenfield/check-answer';
import { webhookEvent } from '@/test/greenfield/schemas/webhook';
import type { TestDatabase } from './database';
import { testVault } from './factories';
import { fixedRates } from './fixed-rates';
import { LONG_LIMITS } from './long-limits';
import { PLAIN_TERMS } from './plain-terms';
import { type ReceivedRequest, startReceiver } from './receiver';
import { openTestMerchant, type TestMerchant } from './test-merchant';

export const STORE_TERMS = { ...PLAIN_TERMS, amount: toSats(50_000), requiredConfirmations: 2 };

const CHECKOUT = {
  speedPolicy: 'MediumSpeed',
  monitoringMinutes: 1_440,
  redirectURL: null,
  defaultLanguage: null,
};

const EVERYTHING: WebhookSettings = {
  url: '',
  enabled: true,
  automaticRedelivery: true,
  everything: true,
  specificEvents: [],
};

export interface ReceivedWebhook {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly originalDeliveryId: string;
  readonly isRedelivery: boolean;
  readonly type: string;
  readonly invoiceId: string;
  readonly [field: string]: unknown;
}

export async function openStoreShop() {
  const merchant = await openTestMerchant((base, clock) => createSandboxSource(base.db, clock));
  const receiver = await startReceiver();
  await merchant.sync();
  const { base, key, now } = merchant;
  const secrets = new Map<string, string>();
  const received = async (id: string): Promise<ReceivedWebhook[]> => {
    await dispatchDue(dispatchDepsFrom(base), now);
    const webhooks = receiver.requests.map((request) => checked(request, secrets));
    return webhooks.filter(({ invoiceId }) => invoiceId === id);
  };
  return {
    ...merchant,
    ...driverOf(merchant),
    receiver,
    createPlain: merchant.create,
    create: (terms?: Partial<NewPayment>, metadata?: object) =>
      createInvoice(merchant, terms, metadata),
    async addWebhook(changes: Partial<WebhookSettings> = {}): Promise<StoreWebhook> {
      const settings = { ...EVERYTHING, url: receiver.url('/btcpay'), ...changes };
      const made = await createStoreWebhook(base.db, testVault, key.id, settings, now());
      if (!made) throw new Error('the store has too many webhooks');
      secrets.set(made.webhook.id, made.secret);
      return made.webhook;
    },
    dispatch: () => dispatchDue(dispatchDepsFrom(base), now),
    /** Sends due deliveries. Returns all webhooks about an invoice in their order of arrival. */
    received,
    types: async (id: string) => (await received(id)).map(({ type }) => type),
    async close() {
      await Promise.all([receiver.close(), merchant.close()]);
    },
  };
}

export const dispatchDepsFrom = ({ db }: TestDatabase) => ({
  db,
  vault: testVault,
  policy: { allowPrivate: true },
  log: createLogger('silent'),
  limits: LONG_LIMITS,
  dialects: { [BTCPAY_DIALECT]: btcpayHeaders },
});

async function createInvoice(
  { base, key, source, newPayments, now }: TestMerchant,
  terms: Partial<NewPayment> = {},
  metadata: object = {},
): Promise<string> {
  const deps = {
    db: base.db,
    sources: new Map([['regtest', source] as const]),
    newPayments,
    rates: fixedRates(base.db),
    policy: { allowPrivate: true },
    afterChange: writeStoreEvents,
  };
  const wanted = { ...STORE_TERMS, ...terms };
  const row = await createPayment(deps, key.actor, key.id, wanted, now(), async (tx, paymentId) => {
    const values = { paymentId, apiKeyId: key.id, metadata: { ...metadata }, checkout: CHECKOUT };
    await tx.insert(greenfieldInvoice).values(values);
    return undefined;
  });
  return row.id;
}

function checked(
  { body, headers }: ReceivedRequest,
  secrets: ReadonlyMap<string, string>,
): ReceivedWebhook {
  const event = JSON.parse(body.toString('utf8')) as ReceivedWebhook;
  const secret = Buffer.from(secrets.get(event.webhookId) ?? '');
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  expect(headers['btcpay-sig']).toBe(`sha256=${signature}`);
  checkSchema(webhookEvent, event);
  return event;
}

function driverOf({ base, key, now, sync, passTime, payment }: TestMerchant) {
  const sandboxOf = () => ({ catchUp: async () => void (await sync()) });
  const simulate = (id: string, simulation: Simulation) =>
    simulateOn({ db: base.db, sandboxOf }, key.actor, id, simulation, now());
  let txid = '';
  const setState = async (id: string, state: 'gone' | 'mempool') => {
    txid = (await payment(id)).txid ?? txid;
    const ofPayment = eq(sandboxTransaction.txid, txid);
    await base.db.update(sandboxTransaction).set({ state }).where(ofPayment);
  };
  return {
    pay: (id: string, sats: Sats = STORE_TERMS.amount) => simulate(id, { action: 'pay', sats }),
    mine: (id: string, blocks = 1) => simulate(id, { action: 'mine', blocks }),
    reorg: (id: string, blocks: number) =>
      simulate(id, { action: 'reorg', blocks, drop: [], remine: false }),
    async takeBack(id: string) {
      const { txid } = await payment(id);
      await simulate(id, { action: 'take_back', txid: txid ?? '' });
      passTime(MEMPOOL_GRACE_MS + 1_000);
      await sync();
    },
    /** Drops the payment's transaction from the mempool until {@link comeBack}. */
    async vanish(id: string) {
      await setState(id, 'gone');
      await sync();
      passTime(MEMPOOL_GRACE_MS + 1_000);
      await sync();
    },
    async comeBack(id: string) {
      await setState(id, 'mempool');
      await sync();
    },
    async expire() {
      passTime(STORE_TERMS.expiresInSeconds * 1_000 + 1_000);
      await sync();
    },
    mark: (id: string, mark: ManualStatus) => {
      const store = { ...key.actor, token: '', label: '', permissions: [], pairingId: null };
      return setInvoiceStatus(base.db, store, id, mark, now());
    },
  };
}
