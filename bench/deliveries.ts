import { createLogger } from '@/lib/log';
import { dispatchDue, MAX_IN_FLIGHT, PER_HOST } from '@/lib/webhooks/delivery/dispatch';
import { Connections } from '@/lib/webhooks/transport/connections';
import { createTestKey, testVault } from '@/test/support/factories';
import type { TestDatabase } from '@/test/support/new-database';
import { sendBarely } from './deliveries/bare-sender';
import { makeDeliveries } from './deliveries/due';
import { sendWithProcesses } from './deliveries/sender-processes';
import type { Bench, BenchContext, Measurement } from './support/bench';
import { interleave } from './support/interleave';
import { script, startServer } from './support/processes';
import { ratioOf, spreadOf } from './support/spread';

const MIN_OF_FLOOR = 0.75;
const MIN_OF_TWO = 1.7;
const MERCHANTS = 10;
/** Sent before the measured ones: a connection of a server that runs has its statements planned. */
const WARM_UP = 100;
/** With answers after this time, the senders are the limit and not the processor. */
const SLOW_MS = 200;

/** Webhooks: signed, checked, and with every attempt recorded before and after. */
export const deliveries: Bench = {
  name: 'deliveries',
  about: 'webhooks a second to local receivers, every attempt recorded',
  async run(context) {
    return [
      await againstFloor(context, { endpoints: 1, merchants: 1, atOnce: PER_HOST }),
      await againstFloor(context, {
        endpoints: context.tiny ? 20 : 1_000,
        merchants: MERCHANTS,
        atOnce: MAX_IN_FLIGHT,
      }),
      await twoProcesses(context),
    ];
  },
};

interface Setting {
  readonly endpoints: number;
  readonly merchants: number;
  /** Parallel exchanges of the floor: as many as ours may have. */
  readonly atOnce: number;
}

async function againstFloor(context: BenchContext, setting: Setting): Promise<Measurement> {
  const { endpoints, atOnce } = setting;
  const receiver = await startReceivers(endpoints, 0);
  const count = context.tiny ? 50 : 4_000;
  const due = { ...setting, urls: receiver.urls };
  const rate = (send: (base: TestDatabase) => Promise<number>) =>
    withDatabase(context, async (base) => {
      await makeDue(base, { ...due, count: WARM_UP });
      await send(base);
      await makeDue(base, { ...due, count });
      const began = performance.now();
      const sent = await send(base);
      return rateOf(sent, count, (performance.now() - began) / 1_000);
    });
  const { ours, floor } = await interleave(context.tiny ? 1 : 5, {
    ours: () =>
      rate(({ db }) => {
        const connections = new Connections();
        const sent = dispatchDue({ ...DEPS, db, connections }, () => new Date());
        return sent.finally(() => connections.close());
      }),
    floor: () => rate(({ db }) => sendBarely({ ...DEPS, db }, atOnce)),
  });
  await receiver.stop();
  const ratio = ratioOf(ours, floor);
  return {
    what: `webhooks delivered to ${endpoints} endpoint${endpoints === 1 ? '' : 's'}, ${atOnce} at once`,
    unit: 'a second',
    value: spreadOf(ours),
    floor: { what: 'claim, check, sign and post, no records', value: spreadOf(floor) },
    ratio,
    target: { text: `at least ${MIN_OF_FLOOR}`, met: ratio.median >= MIN_OF_FLOOR },
  };
}

async function twoProcesses(context: BenchContext): Promise<Measurement> {
  const endpoints = context.tiny ? 20 : 200;
  const receiver = await startReceivers(endpoints, SLOW_MS);
  // The first half second of a process, which neither sends nor is done, counts little.
  const count = context.tiny ? 50 : 9_000;
  const due = { merchants: MERCHANTS, count, urls: receiver.urls };
  const rate = (processes: number) =>
    withDatabase(context, async (base) => {
      await makeDue(base, due);
      const { sent, seconds } = await sendWithProcesses(base.url, processes);
      return rateOf(sent, count, seconds);
    });
  const { two, one } = await interleave(context.tiny ? 1 : 5, {
    two: () => rate(2),
    one: () => rate(1),
  });
  await receiver.stop();
  const ratio = ratioOf(two, one);
  return {
    what: `webhooks delivered by two processes to ${endpoints} endpoints that answer after ${SLOW_MS} ms`,
    unit: 'a second',
    value: spreadOf(two),
    floor: { what: 'by one process', value: spreadOf(one) },
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
      script(
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

/** Makes deliveries due: each merchant has a part of the endpoints. */
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
