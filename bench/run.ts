import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CACHE } from '@/scripts/lib/checkout.mjs';
import { BENCHES, runBenches } from './benches';
import type { Bench, BenchOutcome } from './support/bench';
import { measurementsTable } from './support/table';

const USAGE = `Measures the server, each figure against its floor in the same run.

  node --import tsx bench/run.ts [name…] [options]

${BENCHES.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}

  --seed N      of everything random (default: of this moment)
  --minutes N   how long the memory is watched (default 1)
  --tiny        only to see that everything runs, in about a minute; the figures mean nothing
  --out DIR     where results.json and results.md go (default .cache/bench)`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '1' },
    tiny: { type: 'boolean', default: false },
    out: { type: 'string', default: path.join(CACHE, 'bench') },
    help: { type: 'boolean', default: false },
  },
});

function chosen(): readonly Bench[] {
  const unknown = positionals.find((name) => !BENCHES.some((bench) => bench.name === name));
  if (unknown) throw new Error(`there is no benchmark "${unknown}"\n\n${USAGE}`);
  return positionals.length === 0
    ? BENCHES
    : BENCHES.filter(({ name }) => positionals.includes(name));
}

async function main(): Promise<void> {
  const seed = Number(options.seed ?? Date.now() % 1_000_000_000);
  const { tiny, minutes } = options;
  const outcomes: BenchOutcome[] = [];
  console.log(`seed ${seed}`);
  const context = { seed, tiny, minutes: Number(minutes), log: console.log };
  await runBenches(chosen(), context, (outcome) => {
    outcomes.push(outcome);
    const { bench, seconds, measurements } = outcome;
    console.log(`\n${bench} (${seconds} s)\n${measurementsTable(measurements)}\n`);
    save(seed, outcomes);
  });
  console.log(`results.json and results.md are in ${options.out}`);
}

function save(seed: number, outcomes: readonly BenchOutcome[]): void {
  mkdirSync(options.out, { recursive: true });
  const of = { at: new Date().toISOString(), node: process.version, seed };
  const file = (name: string) => path.join(options.out, name);
  writeFileSync(file('results.json'), `${JSON.stringify({ ...of, outcomes }, null, 2)}\n`);
  writeFileSync(file('results.md'), `${of.at}\n\n${outcomes.map(sectionOf).join('\n')}`);
}

function sectionOf({ bench, machine, measurements }: BenchOutcome): string {
  const { cores, processor, node, postgres } = machine;
  const place = `${cores} cores (${processor}), Node.js ${node}, PostgreSQL ${postgres}`;
  return `## ${bench}\n\n${place}\n\n${measurementsTable(measurements)}\n`;
}

if (options.help) {
  console.log(USAGE);
} else {
  await main().catch((error) => {
    console.error(error);
    // A failed benchmark may have left servers running. They end together with this process.
    process.exit(1);
  });
}
