import { asc, eq } from 'drizzle-orm';
import { webhookEvent } from '@/db/schema/webhooks';
import type { ChainSource } from '@/lib/chain/source';
import type { Network } from '@/lib/domain/network';
import { writeStoreEvents } from '@/lib/greenfield/webhooks/write-store-events';
import { type PaymentResponse, paymentResponse } from '@/lib/http/payments/payment-response';
import { cancelPayment } from '@/lib/payments/cancel-payment';
import { createPayment } from '@/lib/payments/create-payment';
import { expirePayments } from '@/lib/payments/expire-payments';
import { getPayment } from '@/lib/payments/get-payment';
import { createLedger } from '@/lib/payments/ledger';
import { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import type { NewPayment } from '@/lib/payments/payment-row';
import { type SyncResult, syncChain } from '@/lib/payments/sync-chain';
import { createTestDatabase, type TestDatabase } from './database';
import { createTestKey, type TestKey } from './factories';
import { fixedRates } from './fixed-rates';
import { PLAIN_TERMS } from './plain-terms';

/** A merchant's server without HTTP, on any kind of chain source. The test moves its clock. */
export interface TestMerchant {
  readonly base: TestDatabase;
  readonly key: TestKey;
  source: ChainSource;
  readonly newPayments: NewPaymentSignal;
  now(): Date;
  /** Moves this server's clock, but no other clock. */
  passTime(ms: number): void;
  /** Stops the clock for tests in which seconds matter. Only {@link passTime} then moves it. */
  stopClock(): void;
  create(request?: Partial<NewPayment>): Promise<PaymentResponse>;
  cancel(id: string): Promise<void>;
  sync(): Promise<SyncResult>;
  payment(id: string): Promise<PaymentResponse>;
  events(id: string): Promise<{ id: string; type: string; txid: string | null; body: string }[]>;
  typesOf(id: string): Promise<string[]>;
  close(): Promise<void>;
}

export type TestSource = (base: TestDatabase, clock: () => Date) => ChainSource;

const APP_URL = new URL('http://localhost:3000');

export async function openTestMerchant(
  source: TestSource,
  network: Network = 'regtest',
  database: Promise<TestDatabase> = createTestDatabase(),
): Promise<TestMerchant> {
  const base = await database;
  const key = await createTestKey(base.db, { network, allowCustomAddresses: true });
  let ahead = 0;
  let stoppedAt: number | undefined;
  const now = () => new Date((stoppedAt ?? Date.now()) + ahead);
  const merchant: TestMerchant = {
    base,
    key,
    source: source(base, now),
    newPayments: new NewPaymentSignal(),
    now,
    passTime: (ms) => {
      ahead += ms;
    },
    stopClock: () => {
      stoppedAt ??= Date.now();
    },
    create: async (request = {}) => {
      const deps = {
        db: base.db,
        sources: new Map([[network, merchant.source]]),
        newPayments: merchant.newPayments,
        rates: fixedRates(base.db),
        policy: { allowPrivate: true },
      };
      const wanted = { ...PLAIN_TERMS, ...request };
      const row = await createPayment(deps, key.actor, key.id, wanted, now());
      return paymentResponse({ row, extra: wanted.extra, chainHeight: null }, APP_URL);
    },
    cancel: async (id) => {
      await cancelPayment(base.db, key.actor, id, now(), writeStoreEvents);
    },
    sync: async () => {
      const ledger = createLedger(base.db, writeStoreEvents);
      const result = await syncChain(base.database, network, merchant.source, now, ledger);
      await expirePayments(base.db, now(), writeStoreEvents);
      return result;
    },
    payment: async (id) => {
      const found = await getPayment(base.db, key.actor, id);
      return paymentResponse(found, APP_URL);
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
    typesOf: async (id) => (await merchant.events(id)).map(({ type }) => type),
    close: () => base.drop(),
  };
  return merchant;
}
