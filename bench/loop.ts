import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { chain } from '@/db/schema/chain';
import { payment } from '@/db/schema/payments';
import { CHAIN_MOVED_CHANNEL } from '@/lib/chain/source';
import { reserveStablePort } from '@/test/support/reserve-stable-port';
import { until } from '@/test/support/wait';
import { type BenchNode, startNode } from './chain/node';
import { type BenchServer, startBuiltServer } from './create/servers';
import { type EventLoopSample, sampleEventLoop } from './loop/sample-event-loop';
import type { Bench, Measurement } from './support/bench';
import { seedPayments } from './support/seed';
import { summarizeRatios, toSpread } from './support/spread';
import { checkUnder } from './support/target';

const LIMIT_MS = 20;
const PAID = 10;
const FULL = {
  open: 100_000,
  transactions: 4_800,
  caughtUp: 15,
  alone: 6,
  rounds: 3,
  quietMs: 3_000,
};
const TINY = { open: 100, transactions: 50, caughtUp: 3, alone: 2, rounds: 1, quietMs: 300 };
const PROBE = path.join(import.meta.dirname, 'loop', 'probe.mjs');

/** Full blocks can arrive at any moment. This measures how much they delay requests. */
export const eventLoopBench: Bench = {
  name: 'loop',
  about: "stalls of the server's event loop while it reads full blocks, 100,000 open payments",
  async run(context) {
    const size = context.tiny ? TINY : FULL;
    const node = await startNode(context.seed);
    const probePort = await reserveStablePort();
    const built = await startBuiltServer(context, {
      BITCOIN_REGTEST: node.url,
      NODE_OPTIONS: `--import ${pathToFileURL(PROBE).href}`,
      LOOP_PROBE_PORT: String(probePort),
    });
    const follower: Follower = { node, built, transactions: size.transactions };
    await isRead(follower);
    const { db, key, server } = built;
    await seedPayments(db, key, { count: size.open, seconds: 86_400, open: true });
    await db.execute('vacuum analyze payment');
    const probeUrl = `http://127.0.0.1:${probePort}`;
    const watched = { url: server.url, apiKey: key.apiKey, probeUrl };
    // The first round only warms up compiled code and caches.
    const rounds: Round[] = [];
    for (let round = 0; round <= size.rounds; round += 1) {
      const quiet = await sampleEventLoop(watched, () => sleep(size.quietMs));
      await mine(follower, size.alone + size.caughtUp);
      const alone = await sampleEventLoop(watched, async () => {
        for (let n = 0; n < size.alone; n += 1) await read(follower, 1);
      });
      const caughtUp = await sampleEventLoop(watched, () => read(follower, size.caughtUp));
      rounds.push({ quiet, alone, caughtUp });
    }
    await built.stop();
    await node.stop();
    return report(rounds.slice(1));
  },
};

interface Round {
  readonly quiet: EventLoopSample;
  /** The delays while the server reads full blocks one by one, as they are mined. */
  readonly alone: EventLoopSample;
  readonly caughtUp: EventLoopSample;
}

interface Follower {
  readonly node: BenchNode;
  readonly built: BenchServer;
  readonly transactions: number;
}

async function mine({ node, built, transactions }: Follower, count: number): Promise<void> {
  const rows = await built.db
    .select({ script: payment.script })
    .from(payment)
    .orderBy(sql`random()`)
    .limit(count * PAID);
  for (let n = 0; n < count; n += 1) {
    const ours = rows.slice(n * PAID, (n + 1) * PAID).map(({ script }) => script);
    await node.mineHidden(transactions, ours);
  }
}

async function read(follower: Follower, blocks: number): Promise<void> {
  await follower.node.show(blocks);
  await follower.built.db.execute(sql`select pg_notify(${CHAIN_MOVED_CHANNEL}, 'regtest')`);
  await isRead(follower);
}

async function isRead({ node, built }: Follower): Promise<void> {
  const { blocks } = await node.rpc<{ blocks: number }>('getblockchaininfo');
  await until(`block ${blocks} is read`, async () => {
    const [row] = await built.db.select({ height: chain.height }).from(chain);
    return row?.height === blocks;
  });
}

function report(rounds: readonly Round[]): Measurement[] {
  const of = (when: keyof Round, what: keyof EventLoopSample) =>
    rounds.map((round) => round[when][what]);
  const measured = (when: keyof Round, what: keyof EventLoopSample) => ({
    unit: 'ms',
    value: toSpread(of(when, what)),
    floor: { what: 'while nothing comes', value: toSpread(of('quiet', what)) },
    ratio: summarizeRatios(of(when, what), of('quiet', what)),
  });
  return (['alone', 'caughtUp'] as const).flatMap((when) => {
    const during =
      when === 'alone' ? 'while full blocks come' : 'while it catches up on full blocks';
    const delay = measured(when, 'p99Ms');
    return [
      {
        what: `event loop delay ${during}, 99th percentile`,
        ...delay,
        target: checkUnder(LIMIT_MS, 'ms', delay.value.median),
      },
      { what: `the longest delay ${during}`, ...measured(when, 'longestMs') },
      { what: `small requests ${during}, 99th percentile`, ...measured(when, 'requestMs') },
    ];
  });
}
