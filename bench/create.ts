import { createIndependentDeriver } from '@/lib/bitcoin/create-independent-deriver';
import { deriveReceive } from '@/test/support/derive-receive';
import type { TestKey } from '@/test/support/factories';
import { testSeals } from '@/test/support/seals';
import { startBareServer, startBuiltServer, startEmptyNextServer } from './create/servers';
import type { Bench, BenchContext, Measurement } from './support/bench';
import { interleave } from './support/interleave';
import { type LoadTestOptions, type LoadTestResult, runLoadTest } from './support/load';
import type { ServerProcess } from './support/processes';
import { summarizeRatios, toSpread } from './support/spread';
import { checkAtLeast, checkAtMost } from './support/target';

const CONNECTIONS = 32;
/** The server derives the addresses of up to this many concurrent requests in one step. */
const BATCH = 16;
const BODY = JSON.stringify({ amount_sats: 50_000, reference: 'order-1001' });

export const paymentCreationBench: Bench = {
  name: 'create',
  about: 'payments created a second over HTTP, 32 connections, one server process',
  async run(context) {
    const empty = await startEmptyNextServer();
    const [built, bare] = await Promise.all([startBuiltServer(context), startBareServer(context)]);
    const post = async (
      server: ServerProcess,
      path: string,
      key: string,
      extra: Pick<LoadTestOptions, 'uniqueHeader'> = {},
    ): Promise<Sample> => {
      const before = server.cpuMs();
      const result = await runLoadTest({
        url: server.url + path,
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: BODY,
        ...extra,
        connections: context.tiny ? 2 : CONNECTIONS,
        seconds: context.tiny ? 0.3 : 5,
        status: 201,
      });
      return { ...result, cpuMs: (server.cpuMs() - before) / result.requests };
    };
    const rounds = await interleave(context.tiny ? 2 : 6, {
      built: () => post(built.server, '/v1/btc/payments', built.key.apiKey),
      once: () =>
        post(built.server, '/v1/btc/payments', built.key.apiKey, {
          uniqueHeader: 'idempotency-key',
        }),
      bare: () => post(bare.server, '/', ''),
      empty: () => post(empty, '/v1/payments', ''),
      derive: async () => derivationsPerSecond(bare.key.descriptor, context),
      verify: () => verificationMs(built.key, context),
    });
    await Promise.all([built.stop(), bare.stop(), empty.stop()]);
    return report(rounds);
  },
};

interface Sample extends LoadTestResult {
  readonly cpuMs: number;
}

let next = 0;

function derivationsPerSecond(descriptor: string, { tiny }: BenchContext): number {
  const count = tiny ? 20 : 1_000;
  const began = performance.now();
  for (let n = 0; n < count; n += 1) deriveReceive(descriptor, 'regtest', next++);
  return (count * 1_000) / (performance.now() - began);
}

/**
 * Returns the processor time in ms that a request spends on seals (lib/keys/seal.ts) and on the
 * second derivation of its address.
 */
async function verificationMs({ actor }: TestKey, { tiny }: BenchContext): Promise<number> {
  const batches = tiny ? 2 : 60;
  const second = await createIndependentDeriver(actor.descriptor, actor.network);
  const secret = { hash: actor.apiKeyId, apiKeyId: actor.apiKeyId };
  const row = { ...actor, id: actor.apiKeyId };
  const seals = {
    row: testSeals.of('api_key', row),
    secret: testSeals.of('api_key_secret', secret),
  };
  const began = performance.now();
  for (let batch = 0; batch < batches; batch += 1) {
    await second(Array.from({ length: BATCH }, () => next++));
    for (let n = 0; n < BATCH; n += 1) {
      testSeals.matches('api_key', { ...row, seal: seals.row });
      testSeals.matches('api_key_secret', { ...secret, seal: seals.secret });
      testSeals.of('api_key', row);
    }
  }
  return (performance.now() - began) / (batches * BATCH);
}

interface Rounds {
  readonly built: readonly Sample[];
  /** Requests with an Idempotency-Key. */
  readonly once: readonly Sample[];
  readonly bare: readonly Sample[];
  readonly empty: readonly Sample[];
  readonly derive: readonly number[];
  readonly verify: readonly number[];
}

function report({ built, once, bare, empty, derive, verify }: Rounds): Measurement[] {
  const speed = (results: readonly Sample[]) => results.map(({ perSecond }) => perSecond);
  const together = speed(empty).map(
    (requests, round) => 1 / (1 / requests + 1 / (derive[round] ?? 0)),
  );
  const ofNext = summarizeRatios(speed(built), together);
  const withKey = summarizeRatios(speed(once), speed(built));
  const value = toSpread(speed(built));
  const cpuOf = (results: readonly Sample[]) => results.map(({ cpuMs }) => cpuMs);
  const cpu = cpuOf(built);
  const without = cpu.map((ms, round) => ms - (verify[round] ?? 0));
  const verified = summarizeRatios(cpu, without);
  return [
    {
      what: 'payments created over HTTP, by one process',
      unit: 'a second',
      value,
      floor: {
        what: 'an empty Next.js handler plus the derivation',
        value: toSpread(together),
      },
      ratio: ofNext,
    },
    {
      what: 'the same',
      unit: 'a second',
      value,
      floor: {
        what: "Node's own HTTP server that derives and inserts one by one",
        value: toSpread(speed(bare)),
      },
      ratio: summarizeRatios(speed(built), speed(bare)),
    },
    {
      what: 'payments created with an Idempotency-Key each',
      unit: 'a second',
      value: toSpread(speed(once)),
      floor: { what: 'creates without a key', value },
      ratio: withKey,
      target: checkAtLeast(0.85, withKey.median),
    },
    {
      what: 'processor time of a create',
      unit: 'ms',
      value: toSpread(cpu),
      floor: { what: 'without seals and the second derivation', value: toSpread(without) },
      ratio: verified,
      target: checkAtMost(1.15, verified.median),
    },
    {
      what: 'time of a create with 32 connections, 99th percentile',
      unit: 'ms',
      value: toSpread(built.map(({ p99Ms }) => p99Ms)),
      floor: {
        what: "Node's own HTTP server",
        value: toSpread(bare.map(({ p99Ms }) => p99Ms)),
      },
      ratio: summarizeRatios(
        built.map(({ p99Ms }) => p99Ms),
        bare.map(({ p99Ms }) => p99Ms),
      ),
    },
    {
      what: 'processor time of the server for a create',
      unit: 'ms',
      value: toSpread(cpu),
      floor: {
        what: "Node's own HTTP server",
        value: toSpread(cpuOf(bare)),
      },
      ratio: summarizeRatios(cpu, cpuOf(bare)),
    },
    {
      what: 'requests that an empty Next.js handler serves',
      unit: 'a second',
      value: toSpread(speed(empty)),
    },
    { what: 'addresses derived', unit: 'a second', value: toSpread(derive) },
  ];
}
