import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { explore, formatExplorationReport, seedOf } from '@/test/model/explore';
import { DRIVER_NODE_OPTIONS } from '@/test/model/node-driver';
import { openNodeSystem, openSandboxSystem } from '@/test/model/open-system';
import type { System } from '@/test/model/system';
import { startBitcoind, type TestNode } from '@/test/support/bitcoind';

const { SEED, RUNS, PLAY } = process.env;
/** A fixed seed, so that a failure comes from the change under test. */
const seed = seedOf(SEED ?? '2026');
/** The tests take about three minutes on two idle cores, and many times that under load. */
const LONG_LIMITS = { timeout: RUNS ? 0 : 1_800_000 };
/** A sequence that a failed run has printed, from the file PLAY. */
const first = PLAY ? JSON.parse(readFileSync(PLAY, 'utf8')) : undefined;

async function diverges(name: string, system: System, sequences: number, steps: number) {
  const result = await explore(system, {
    seed,
    sequences: Number(RUNS ?? sequences),
    steps,
    first,
  });
  process.stdout.write(`model on ${name}: ${formatExplorationReport(result)}\n`);
  return result.divergence;
}

describe('payments, totals, events and deliveries match the model on the sandbox chain', () => {
  let system: System;
  beforeAll(async () => {
    system = await openSandboxSystem(inject('postgresUrl'));
  });
  afterAll(() => system.close());

  it(
    'payments match the model after random sequences of steps on the sandbox chain',
    LONG_LIMITS,
    async () => {
      expect(await diverges('the sandbox', system, 100, 40)).toBeUndefined();
    },
  );
});

describe('payments, totals, events and deliveries match the model on a Bitcoin node', () => {
  let node: TestNode;
  let system: System;
  beforeAll(async () => {
    node = await startBitcoind(DRIVER_NODE_OPTIONS);
    system = await openNodeSystem(inject('postgresUrl'), node);
  });
  afterAll(async () => {
    await system.close();
    await node.stop();
  });

  it(
    'payments match the model after random sequences of steps on a Bitcoin node',
    LONG_LIMITS,
    async () => {
      expect(await diverges('a node', system, 10, 25)).toBeUndefined();
    },
  );
});
