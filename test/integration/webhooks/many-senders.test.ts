import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '@/db/client';
import { delivery } from '@/db/schema/webhooks';
import { dispatchDue } from '@/lib/webhooks/delivery/dispatch';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { seededRandom } from '@/test/support/random';
import { type ReceivedRequest, type Receiver, startReceiver } from '@/test/support/receiver';

const SENDERS = 4;
const PAYMENTS = 40;
const PER_HOST = 3;

let outbox: Outbox;
let receivers: Receiver[];
let databases: Database[];
let merchants: TestKey[];

beforeEach(async () => {
  outbox = await openOutbox();
  receivers = await Promise.all([startReceiver(), startReceiver()]);
  databases = Array.from({ length: SENDERS }, () => openDatabase(outbox.base.url));
  merchants = [outbox.key, await createTestKey(outbox.base.db)];
});

afterEach(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await Promise.all([outbox.close(), ...receivers.map((receiver) => receiver.close())]);
});

interface Sent {
  readonly payment: string;
  readonly type: string;
}

/** Counts concurrent attempts per payment, as the endpoints see them. */
function watch(answerOf: (nth: number) => number) {
  const flying = new Map<string, number>();
  const most = { ofPayment: 0 };
  const sent: Sent[] = [];
  const add = (key: string, change: number) => {
    const now = (flying.get(key) ?? 0) + change;
    flying.set(key, now);
    return now;
  };
  for (const receiver of receivers) {
    receiver.respond(async ({ body, headers }: ReceivedRequest) => {
      const payment = JSON.parse(body.toString()).data.payment_id as string;
      sent.push({ payment, type: headers['x-service-event-type'] ?? '' });
      const nth = sent.length;
      most.ofPayment = Math.max(most.ofPayment, add(payment, 1));
      for (let turns = 0; turns < 5; turns += 1) await new Promise((done) => setImmediate(done));
      add(payment, -1);
      return { status: answerOf(nth) };
    });
  }
  return { most, sent };
}

async function announceAll(): Promise<void> {
  for (let n = 0; n < PAYMENTS; n += 1) {
    const merchant = n % 2;
    const url = receivers[n % 4 < 2 ? 0 : 1]?.url(`/${merchant}`) ?? '';
    const payment = await outbox.announceNew(url, merchants[merchant]);
    await outbox.announce(payment, 'payment.confirmed');
  }
}

const sendWithAll = (signals: readonly (AbortSignal | undefined)[] = []) =>
  Promise.all(
    databases.map(({ db }, n) =>
      dispatchDue({ ...outbox.deps, db, perHost: PER_HOST }, outbox.clock, signals[n]),
    ),
  );

test('concurrent senders send each event once, in order, and one at a time per payment', async () => {
  const { most, sent } = watch(() => 204);
  await announceAll();
  const counts = await sendWithAll();
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2 * PAYMENTS);
  expect(sent).toHaveLength(2 * PAYMENTS);
  const typesOf = (id: string) => sent.filter((one) => one.payment === id).map(({ type }) => type);
  const payments = [...new Set(sent.map(({ payment }) => payment))];
  expect(payments.map(typesOf)).toEqual(
    new Array(PAYMENTS).fill(['payment.detected', 'payment.confirmed']),
  );
  expect(most.ofPayment).toBe(1);
});

test('if some senders are killed and endpoints return errors, the other senders still deliver every event', async () => {
  const random = seededRandom('many senders');
  const { most, sent } = watch(() => (random.int(0, 9) < 3 ? 503 : 204));
  await announceAll();
  const { db } = outbox.base;
  const delivered = () => db.$count(delivery, eq(delivery.status, 'delivered'));
  for (let round = 0; (await delivered()) < 2 * PAYMENTS; round += 1) {
    if (round === 60) throw new Error('sixty rounds were not enough');
    const doomed = round < 10 ? databases.splice(0, 1) : [];
    const dying = doomed.map((database) => kill(database, sent.length + 3, sent));
    await Promise.all([sendWithAll(), ...dying]);
    for (const _ of doomed) databases.push(openDatabase(outbox.base.url));
    outbox.passTime(60_000 * 15);
  }
  expect(new Set(sent.map(({ payment, type }) => payment + type)).size).toBe(2 * PAYMENTS);
  expect(most.ofPayment).toBe(1);
});

/** Cuts a sender's database midway, so its leases expire like the leases of a killed sender. */
async function kill(database: Database, after: number, sent: readonly unknown[]): Promise<void> {
  const { db } = database;
  const stop = new AbortController();
  const observe = () => {
    if (sent.length < after) return;
    stop.abort();
    void database.close();
  };
  const deps = { ...outbox.deps, db, perHost: PER_HOST, observe };
  await dispatchDue(deps, outbox.clock, stop.signal).catch(() => {});
  await database.close();
}
