import { asc, eq } from 'drizzle-orm';
import { webhookEvent } from '@/db/schema/webhooks';
import { createBitcoindSource } from '@/lib/chain/bitcoind';
import type { ChainSource } from '@/lib/chain/source';
import { toSats } from '@/lib/domain/sats';
import { cancelPayment } from '@/lib/payments/cancel-payment';
import { createPayment } from '@/lib/payments/create-payment';
import { expirePayments } from '@/lib/payments/expire-payments';
import { getPayment } from '@/lib/payments/get-payment';
import type { NewPayment } from '@/lib/payments/new-payment';
import { type PaymentJson, paymentJson } from '@/lib/payments/payment-json';
import { type SyncResult, syncChain } from '@/lib/payments/sync-chain';
import { type NodeOptions, startBitcoind, type TestNode } from './bitcoind';
import { createTestDatabase, type TestDatabase } from './database';
import { createTestKey, type TestKey } from './factories';

/** A merchant's whole server without HTTP: a database, a real node, a key, and a clock to move. */
export interface Shop {
  readonly node: TestNode;
  readonly base: TestDatabase;
  readonly key: TestKey;
  source: ChainSource;
  now(): Date;
  /** Moves the shop's clock; the node keeps its own. */
  passTime(ms: number): void;
  create(request?: Partial<NewPayment>): Promise<PaymentJson>;
  cancel(id: string): Promise<void>;
  /** Reads the chain and expires what is due, as the jobs do. */
  sync(): Promise<SyncResult>;
  payment(id: string): Promise<PaymentJson>;
  /** The events of a payment, oldest first. */
  events(id: string): Promise<{ id: string; type: string; txid: string; body: string }[]>;
  close(): Promise<void>;
}

const APP_URL = new URL('http://localhost:3000');

export async function openShop(options: NodeOptions = {}): Promise<Shop> {
  const [node, base] = await Promise.all([startBitcoind(options), createTestDatabase()]);
  const key = await createTestKey(base.db, { network: 'regtest', allowCustomAddresses: true });
  let ahead = 0;
  const shop: Shop = {
    node,
    base,
    key,
    source: createBitcoindSource('regtest', new URL(node.url)),
    now: () => new Date(Date.now() + ahead),
    passTime: (ms) => {
      ahead += ms;
    },
    create: async (request = {}) => {
      const deps = {
        db: base.db,
        source: shop.source,
        appUrl: APP_URL,
        privateWebhookTargets: true,
      };
      const answer = await createPayment(deps, key.caller, { ...DEFAULTS, ...request }, shop.now());
      return JSON.parse(answer.body) as PaymentJson;
    },
    cancel: async (id) => {
      await cancelPayment(base.db, key.caller.apiKeyId, id, shop.now());
    },
    sync: async () => {
      const result = await syncChain(base.database, 'regtest', shop.source, shop.now);
      await expirePayments(base.db, shop.now());
      return result;
    },
    payment: async (id) => {
      const found = await getPayment(base.db, key.caller.apiKeyId, id);
      return paymentJson(found.row, found.chainHeight, APP_URL);
    },
    events: (id) =>
      base.db
        .select({
          id: webhookEvent.id,
          type: webhookEvent.type,
          txid: webhookEvent.txid,
          body: webhookEvent.body,
        })
        .from(webhookEvent)
        .where(eq(webhookEvent.paymentId, id))
        .orderBy(asc(webhookEvent.sequence)),
    close: async () => {
      await Promise.all([node.stop(), base.drop()]);
    },
  };
  await shop.sync();
  return shop;
}

const DEFAULTS: NewPayment = {
  amount: toSats(100_000),
  tolerancePpm: 0,
  requiredConfirmations: 3,
  expiresInSeconds: 3_600,
  webhookUrl: null,
  destinationAddress: null,
  reference: null,
};
