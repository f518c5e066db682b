import { randomBytes } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { webhookHost } from '@/db/schema/endpoints';
import { payment } from '@/db/schema/payments';
import { delivery } from '@/db/schema/webhooks';
import type { EventType } from '@/lib/domain/event-types';
import { toSats } from '@/lib/domain/sats';
import { withSeal } from '@/lib/keys/seal';
import { createLogger } from '@/lib/log';
import { newPaymentRow } from '@/lib/payments/payment-row';
import { type DispatchDeps, dispatchDue } from '@/lib/webhooks/delivery/dispatch';
import { type AttemptRow, readAttempts } from '@/lib/webhooks/delivery/views/read-attempts';
import { recordEvents } from '@/lib/webhooks/events/create-event';
import { hostKey } from '@/lib/webhooks/transport/target-url';
import { createTestDatabase, type TestDatabase } from './database';
import { createTestKey, type TestKey, testVault } from './factories';
import { LONG_LIMITS } from './long-limits';

export interface TestPayment {
  readonly id: string;
  readonly url: string | null;
  readonly key: TestKey;
}

/**
 * An outbox without a chain. Tests write its events, and only `passTime` moves its clock. By
 * default, payments belong to the merchant of `key`.
 */
export interface Outbox {
  readonly base: TestDatabase;
  readonly key: TestKey;
  readonly deps: DispatchDeps;
  readonly clock: () => Date;
  passTime(ms: number): void;
  addPayment(url: string | null, key?: TestKey, tx?: Db): Promise<TestPayment>;
  /**
   * Writes the next event of a payment, as if the payment had changed. Uses the transaction `tx` if
   * given.
   */
  announce(payment: TestPayment, type?: EventType, tx?: Db): Promise<void>;
  announceNew(url: string, key?: TestKey): Promise<TestPayment>;
  dispatch(deps?: Partial<DispatchDeps>): Promise<number>;
  deliveries(payment: Pick<TestPayment, 'id'>): Promise<(typeof delivery.$inferSelect)[]>;
  delivery(payment: TestPayment): Promise<typeof delivery.$inferSelect>;
  attempts(deliveryId: string): Promise<AttemptRow[]>;
  host(url: string): Promise<typeof webhookHost.$inferSelect | undefined>;
  close(): Promise<void>;
}

export async function openOutbox(): Promise<Outbox> {
  const base = await createTestDatabase();
  const { db } = base;
  const key = await createTestKey(db, { allowManagement: true });
  let now = new Date();
  const deps: DispatchDeps = {
    db,
    vault: testVault,
    policy: { allowPrivate: true },
    log: createLogger('silent'),
    random: () => 0.5,
    limits: LONG_LIMITS,
  };
  const outbox: Outbox = {
    base,
    key,
    deps,
    clock: () => now,
    passTime: (ms) => {
      now = new Date(now.getTime() + ms);
    },
    addPayment: async (url, of = key, tx = db) => {
      const row = newPaymentRow(of.actor, { ...TERMS, webhookUrl: url }, anyDestination(), now);
      await tx.insert(payment).values(withSeal('payment', row));
      return { id: row.id, url, key: of };
    },
    announce: (of, type = 'payment.detected', tx = db) =>
      tx.transaction((inner) => announce(inner, of, type, outbox.clock())),
    announceNew: async (url, of) => {
      const created = await outbox.addPayment(url, of);
      await outbox.announce(created);
      return created;
    },
    dispatch: (more = {}) => dispatchDue({ ...deps, ...more }, outbox.clock),
    deliveries: (of) =>
      db
        .select()
        .from(delivery)
        .where(eq(delivery.paymentId, of.id))
        .orderBy(asc(delivery.sequence)),
    delivery: async (of) => {
      const [first] = await outbox.deliveries(of);
      if (!first) throw new Error('this payment has no delivery');
      return first;
    },
    attempts: async (deliveryId) => {
      const [row] = await db.select().from(delivery).where(eq(delivery.id, deliveryId));
      if (!row) throw new Error('there is no such delivery');
      return readAttempts(db, row);
    },
    host: async (url) => {
      const [row] = await db
        .select()
        .from(webhookHost)
        .where(
          and(eq(webhookHost.merchantId, key.actor.merchantId), eq(webhookHost.host, hostKey(url))),
        );
      return row;
    },
    close: () => base.drop(),
  };
  return outbox;
}

const TERMS = {
  amount: toSats(100_000),
  tolerancePpm: 0,
  requiredConfirmations: 3,
  expiresInSeconds: 3_600,
  destinationAddress: null,
  reference: null,
  extra: null,
};

/** Nothing reads the chain here, so any unused script is enough. */
function anyDestination() {
  return {
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    script: `0014${randomBytes(20).toString('hex')}`,
    walletId: null,
    derivationIndex: null,
    watchFromHeight: 0,
    watchAfterHash: null,
  };
}

async function announce(tx: Db, of: TestPayment, type: EventType, now: Date) {
  const [row] = await tx
    .update(payment)
    .set({ eventCount: sql`${payment.eventCount} + 1` })
    .where(eq(payment.id, of.id))
    .returning();
  if (!row) throw new Error('there is no such payment');
  const txid = randomBytes(32).toString('hex');
  const event = {
    paymentId: of.id,
    apiKeyId: of.key.id,
    type,
    sequence: row.eventCount,
    txid,
    webhookUrl: of.url,
    address: row.address,
    amount: row.amountSats,
    received: row.amountSats,
    confirmations: type === 'payment.confirmed' ? row.requiredConfirmations : 0,
    metadata: null,
    description: null,
    price: null,
    choice: [type],
    status: row.status,
    reason: null,
  };
  await recordEvents(tx, [event], now);
}
