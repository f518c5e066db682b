import { setTimeout as sleep } from 'node:timers/promises';
import { startBitcoind } from '@/test/support/bitcoind';
import { startBuiltServer } from './create/servers';
import { type CountingProxy, startCountingProxy } from './idle/counting-proxy';
import type { Bench, BenchContext, Measurement } from './support/bench';
import { type ServerProcess, startServer, tsxArgs } from './support/processes';
import { summarizeRatios, toSpread } from './support/spread';
import { checkUnder } from './support/target';

const LIMIT_PERCENT = 0.5;
const LIMIT_QUERIES = 1;
/**
 * `settleMs` is not measured, because the server still collects the garbage of its start. A round
 * spans two idle intervals of the follower, so each round has the same number of reads.
 */
const FULL = { settleMs: 60_000, ms: 50_000, rounds: 3 };
const TINY = { settleMs: 0, ms: 1_000, rounds: 1 };
/** A round without a query continues up to this limit, because a rate of 0 has no ratio. */
const MAX_MS = 60_000;

export const idleServerBench: Bench = {
  name: 'idle',
  about: 'processor time and queries of an idle server for a minute, on the sandbox and on a node',
  async run(context) {
    const node = await startBitcoind();
    const counted = {
      sandbox: await startCounted(context, {}),
      node: await startCounted(context, { BITCOIN_REGTEST: node.url }),
      bare: await startBare(context),
    };
    const size = context.tiny ? TINY : FULL;
    await sleep(size.settleMs);
    const rounds: Round[] = [];
    for (let round = 0; round < size.rounds; round += 1) {
      // These servers can run concurrently, because they need almost no processor time.
      const [sandbox, ofNode, bare] = await Promise.all([
        watch(counted.sandbox, size.ms),
        watch(counted.node, size.ms),
        watch(counted.bare, size.ms),
      ]);
      rounds.push({ sandbox, node: ofNode, bare });
    }
    for (const one of Object.values(counted)) await one.stop();
    await node.stop();
    return report(rounds);
  },
};

interface Counted {
  readonly server: ServerProcess;
  readonly proxy: CountingProxy;
  stop(): Promise<void>;
}

interface Sample {
  readonly percent: number;
  readonly queriesPerSecond: number;
}

type Round = Readonly<Record<'sandbox' | 'node' | 'bare', Sample>>;

async function startCounted(
  context: BenchContext,
  env: Readonly<Record<string, string>>,
): Promise<Counted> {
  const opened: CountingProxy[] = [];
  const built = await startBuiltServer(context, env, async (url) => {
    const proxy = await startCountingProxy(url);
    opened.push(proxy);
    return proxy.url;
  });
  const [proxy] = opened;
  if (!proxy) throw new Error('the server started without a database');
  return counted(built.server, proxy, () => built.stop());
}

async function startBare({ place }: BenchContext): Promise<Counted> {
  const base = await place.database();
  const proxy = await startCountingProxy(base.url);
  const server = await startServer({
    args: (port) => tsxArgs('bench/idle/bare-process.ts', String(port), proxy.url),
    ready: '/',
  });
  return counted(server, proxy, async () => {
    await server.stop();
    await base.drop();
  });
}

const counted = (
  server: ServerProcess,
  proxy: CountingProxy,
  stop: () => Promise<void>,
): Counted => ({
  server,
  proxy,
  async stop() {
    await stop();
    await proxy.close();
  },
});

async function watch({ server, proxy }: Counted, ms: number): Promise<Sample> {
  const [began, cpuMs, statements] = [performance.now(), server.cpuMs(), proxy.statements()];
  const passedMs = () => performance.now() - began;
  const asked = () => proxy.statements() - statements;
  do await sleep(ms);
  while (asked() === 0 && passedMs() < MAX_MS);
  return {
    percent: ((server.cpuMs() - cpuMs) / passedMs()) * 100,
    queriesPerSecond: (asked() * 1_000) / passedMs(),
  };
}

function report(rounds: readonly Round[]): Measurement[] {
  const of = (who: keyof Round, what: keyof Sample) => rounds.map((round) => round[who][what]);
  const measured = (who: keyof Round, what: keyof Sample) => ({
    value: toSpread(of(who, what)),
    floor: { what: 'a process that asks once a second', value: toSpread(of('bare', what)) },
    ratio: summarizeRatios(of(who, what), of('bare', what)),
  });
  return (['sandbox', 'node'] as const).flatMap((who) => {
    const where = who === 'sandbox' ? 'on the sandbox' : 'on a node';
    const [cpu, queries] = [measured(who, 'percent'), measured(who, 'queriesPerSecond')];
    return [
      {
        what: `processor time of an idle server ${where}`,
        unit: '% of a core',
        ...cpu,
        target: checkUnder(LIMIT_PERCENT, '% of a core', cpu.value.median),
      },
      {
        what: `queries of an idle server ${where}`,
        unit: 'a second',
        ...queries,
        target: checkUnder(LIMIT_QUERIES, 'a second', queries.value.median),
      },
    ];
  });
}
