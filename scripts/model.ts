import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { explore, report, seedOf } from '../test/model/explore';
import { NODE_OPTIONS } from '../test/model/node-driver';
import { openNodeSystem, openSandboxSystem } from '../test/model/open-system';
import { play } from '../test/model/play';
import type { System } from '../test/model/system';
import { startBitcoind, type TestNode } from '../test/support/bitcoind';
import { startTestPostgres } from '../test/support/postgres-server';

const USAGE = `Plays random sequences on Blocktally and on its model until the time is over.

  node --import tsx scripts/model.ts [options]

  --minutes N    how long (default 5)
  --seed N       the first seed; the next ones follow (default: of this moment)
  --sequences N  how many from each seed (default 50)
  --steps N      the most steps in one (default 40)
  --node         on a Bitcoin node instead of the sandbox chain
  --play FILE    one sequence, as it was printed, and nothing else`;

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    sequences: { type: 'string', default: '50' },
    steps: { type: 'string', default: '40' },
    node: { type: 'boolean', default: false },
    play: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

/** @returns how many seeds led to a difference */
async function exploreLong(system: System): Promise<number> {
  const end = Date.now() + Number(options.minutes) * 60_000;
  const total = { sequences: 0, steps: 0, divergences: 0 };
  const moves = new Map<string, number>();
  for (let seed = seedOf(options.seed); Date.now() < end; seed += 1) {
    const bounds = { seed, sequences: Number(options.sequences), steps: Number(options.steps) };
    const result = await explore(system, bounds);
    console.log(report(result));
    total.sequences += result.sequences;
    total.steps += result.steps;
    if (result.divergence) total.divergences += 1;
    for (const [move, times] of result.moves) moves.set(move, (moves.get(move) ?? 0) + times);
  }
  for (const [move, times] of [...moves].sort(([, a], [, b]) => b - a)) {
    console.log(`${String(times).padStart(8)}  ${move}`);
  }
  console.log(
    `in all: ${total.sequences} sequences, ${total.steps} steps, ${total.divergences} divergences`,
  );
  return total.divergences;
}

async function playOne(system: System, file: string): Promise<number> {
  const moves = await play(system, JSON.parse(readFileSync(file, 'utf8')));
  console.log(moves.join('\n'));
  console.log('no divergence');
  return 0;
}

async function main(): Promise<number> {
  const postgres = await startTestPostgres();
  let node: TestNode | undefined;
  try {
    if (options.node) {
      node = await startBitcoind(NODE_OPTIONS);
    }
    const system = node
      ? await openNodeSystem(postgres.url, node)
      : await openSandboxSystem(postgres.url);
    const found = options.play ? await playOne(system, options.play) : await exploreLong(system);
    await system.close();
    return found === 0 ? 0 : 1;
  } finally {
    await node?.stop();
    await postgres.stop();
  }
}

if (options.help) console.log(USAGE);
// Killed processes leave connections open.
else process.exit(await main());
