import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { createLogger } from '@/lib/log';
import { dispatchDue, MAX_IN_FLIGHT, MAX_PER_HOST } from '@/lib/webhooks/delivery/dispatch';
import { createTestKey, testVault } from '@/test/support/factories';
import type { TestDatabase } from '@/test/support/new-database';
import { runBareSender } from './deliveries/bare-sender';
import { makeDeliveries } from './deliveries/due';
import { JOB_QUEUES, measureQueueRate } from './deliveries/job-queues';
import { sendWithProcesses } from './deliveries/sender-processes';
import type { Bench, BenchContext, Measurement } from './support/bench';
import { interleave } from './support/interleave';
import { startServer, tsxArgs } from './support/processes';
import { summarizeRatios, toSpread } from './support/spread';

const MIN_OF_FLOOR = 0.75;
const MIN_OF_GRAPHILE_WORKER = 1.2;
const MIN_OF_TWO = 1.6;
const MERCHANTS = 10;
/** These first deliveries are not measured, because PostgreSQL plans the statements for them. */
const WARM_UP = 100;
/** With endpoints this slow, the rate depends on the number of senders, not on the processor. */
const SLOW_MS = 200;

export const deliveryBench: Bench = {
  name: 'deliveries',
  about: 'webhooks a second to local receivers, every attempt recorded',
  async run(context) {
    const many = {
      endpoints: context.tiny ? 20 : 1_000,
      merchants: MERCHANTS,
      concurrency: MAX_IN_FLIGHT,
    };
    return [
      await againstFloor(context, { endpoints: 1, merchants: 1, concurrency: MAX_PER_HOST }),
      await againstFloor(context, many),
      ...(await againstQueues(context, many)),
      await twoProcesses(context),
    ];
  },
};

interface Setting {
  readonly endpoints: number;
  readonly merchants: number;
  /** Parallel exchanges of the bare sender and the job queues. Equals our own limit. */
  readonly concurrency: number;
}

async function againstFloor(context: BenchContext, setting: Setting): Promise<Measurement> {
  const receiver = await startReceivers(setting.endpoints, 0);
  const due = { ...setting, urls: receiver.urls };
  const { ours, floor } = await interleave(context.tiny ? 1 : 5, {
    ours: () => rateOfSender(context, due, sendOurs),
    floor: () =>
      rateOfSender(context, due, ({ db }) => runBareSender({ ...DEPS, db }, setting.concurrency)),
  });
  await receiver.stop();
  const other = { what: 'claim, check, sign and post, no records', rates: floor };
  return compared(setting, ours, other, setting.endpoints === 1 ? MIN_OF_FLOOR : undefined);
}

/** Compares the sender with common job queues, which claim jobs and record results too. */
async function againstQueues(context: BenchContext, setting: Setting): Promise<Measurement[]> {
  const receiver = await startReceivers(setting.endpoints, 0);
  const due = { ...setting, urls: receiver.urls };
  const count = countIn(context);
  const by = (queue: keyof typeof JOB_QUEUES, jobs: number) =>
    withDatabase(context, async (base) => {
      await makeDue(base, { ...due, count: jobs + WARM_UP });
      return measureQueueRate(base, JOB_QUEUES[queue], {
        concurrency: setting.concurrency,
        warmUp: WARM_UP,
      });
    });
  const { ours, graphileWorker, pgBoss } = await interleave(context.tiny ? 1 : 5, {
    ours: () => rateOfSender(context, due, sendOurs),
    graphileWorker: () => by('graphileWorker', count),
    // pg-boss gets fewer jobs, because it runs only a fixed number of them in each half second.
    pgBoss: () => by('pgBoss', count / 5),
  });
  await receiver.stop();
  const worker = { what: 'graphile-worker with a local queue', rates: graphileWorker };
  return [
    compared(setting, ours, worker, MIN_OF_GRAPHILE_WORKER),
    compared(setting, ours, { what: 'pg-boss', rates: pgBoss }),
  ];
}

function compared(
  { endpoints, concurrency }: Setting,
  ours: readonly number[],
  { what, rates }: { readonly what: string; readonly rates: readonly number[] },
  min?: number,
): Measurement {
  const ratio = summarizeRatios(ours, rates);
  return {
    what: `webhooks delivered to ${endpoints} endpoint${endpoints === 1 ? '' : 's'}, ${concurrency} concurrently`,
    unit: 'a second',
    value: toSpread(ours),
    floor: { what, value: toSpread(rates) },
    ratio,
    ...(min && { target: { text: `at least ${min}`, met: ratio.median >= min } }),
  };
}

const countIn = ({ tiny }: BenchContext) => (tiny ? 50 : 4_000);

async function sendOurs({ db }: TestDatabase): Promise<number> {
  const sent = await dispatchDue({ ...DEPS, db }, () => new Date());
  await requireDelivered(db);
  return sent;
}

/** @throws Error if an attempt failed, because a failed attempt takes less time */
async function requireDelivered(db: Db): Promise<void> {
  const rows = await db.execute<{ last_error: string }>(
    sql`select last_error from delivery where status <> 'delivered' limit 1`,
  );
  if (rows[0]) throw new Error(`a webhook was not delivered: ${rows[0].last_error}`);
}

/** Returns the deliveries per second of a sender, without the warm-up. */
function rateOfSender(
  context: BenchContext,
  due: Omit<Due, 'count'>,
  send: (base: TestDatabase) => Promise<number>,
): Promise<number> {
  const count = countIn(context);
  return withDatabase(context, async (base) => {
    await makeDue(base, { ...due, count: WARM_UP });
    await send(base);
    await makeDue(base, { ...due, count });
    const began = performance.now();
    const sent = await send(base);
    return rateOf(sent, count, (performance.now() - began) / 1_000);
  });
}

async function twoProcesses(context: BenchContext): Promise<Measurement> {
  const endpoints = context.tiny ? 20 : 200;
  const receiver = await startReceivers(endpoints, SLOW_MS);
  // A sender process sends nothing in its first half second. Many deliveries make this negligible.
  const count = context.tiny ? 50 : 9_000;
  const due = { merchants: MERCHANTS, count, urls: receiver.urls };
  const rate = (processes: number) =>
    withDatabase(context, async (base) => {
      await makeDue(base, due);
      const { sent, seconds } = await sendWithProcesses(base.url, processes);
      await requireDelivered(base.db);
      return rateOf(sent, count, seconds);
    });
  const { two, one } = await interleave(context.tiny ? 1 : 5, {
    two: () => rate(2),
    one: () => rate(1),
  });
  await receiver.stop();
  const ratio = summarizeRatios(two, one);
  return {
    what: `webhooks delivered by two processes to ${endpoints} endpoints that respond after ${SLOW_MS} ms`,
    unit: 'a second',
    value: toSpread(two),
    floor: { what: 'by one process', value: toSpread(one) },
    ratio,
    target: { text: `at least ${MIN_OF_TWO}`, met: ratio.median >= MIN_OF_TWO },
  };
}

const DEPS = {
  vault: testVault,
  policy: { allowPrivate: true },
  log: createLogger('silent'),
};

async function startReceivers(endpoints: number, delayMs: number) {
  const server = await startServer({
    args: (port) =>
      tsxArgs(
        'bench/deliveries/receiver-process.ts',
        String(port),
        String(endpoints),
        String(delayMs),
      ),
    ready: '/ports',
  });
  const ports: readonly number[] = await (await fetch(`${server.url}/ports`)).json();
  return { urls: ports.map((port) => `http://127.0.0.1:${port}/hooks`), stop: server.stop };
}

interface Due {
  readonly merchants: number;
  readonly count: number;
  readonly urls: readonly string[];
}

async function withDatabase(
  { place }: BenchContext,
  measure: (base: TestDatabase) => Promise<number>,
): Promise<number> {
  const base = await place.database();
  const rate = await measure(base);
  await base.drop();
  return rate;
}

/** The endpoints are divided equally among the merchants. */
async function makeDue({ db }: TestDatabase, { merchants, count, urls }: Due): Promise<void> {
  for (let n = 0; n < merchants; n += 1) {
    const key = await createTestKey(db);
    const own = urls.filter((_url, place) => place % merchants === n);
    await makeDeliveries(db, key, count / merchants, own);
  }
}

function rateOf(sent: number, count: number, seconds: number): number {
  if (sent !== count) throw new Error(`${sent} of ${count} were sent`);
  return count / seconds;
}
