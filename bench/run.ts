import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeFigures } from '@/scripts/figures/pages.mjs';
import { readResults, writeResults } from '@/scripts/figures/results.mjs';
import { measurementsTable } from '@/scripts/figures/tables.mjs';
import { CACHE, ROOT } from '@/scripts/lib/checkout.mjs';
import { BENCHES, runBenches } from './benches';
import type { Bench, Outcome } from './support/bench';

const USAGE = `Measures the server, each figure against its floor in the same run.

  node --import tsx bench/run.ts [name…] [options]

${BENCHES.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}

  --seed N      of everything random (default: of this moment)
  --minutes N   how long the memory is watched (default 1)
  --tiny        only to see that everything runs, in about a minute; the figures mean nothing
  --docs        keep the figures in bench/results.json, and write them into docs/scaling.md and the
                README. Those of other benchmarks stay, and the page says that it shows several runs.
  --out DIR     where results.json and results.md go (default .cache/bench)

"node bench/pages.mjs --docs" does the same for Lighthouse's figures of the pages.`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '1' },
    tiny: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
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
  const { tiny, minutes, docs } = options;
  if (tiny && docs) throw new Error('the figures of a tiny run mean nothing: no page shows them');
  const outcomes: Outcome[] = [];
  console.log(`seed ${seed}`);
  const context = { seed, tiny, minutes: Number(minutes), log: console.log };
  await runBenches(chosen(), context, (outcome) => {
    outcomes.push(outcome);
    const { bench, seconds, measurements } = outcome;
    console.log(`\n${bench} (${seconds} s)\n${measurementsTable(measurements)}\n`);
    save(seed, outcomes);
  });
  if (docs) publish(seed, outcomes);
  console.log(`results.json and results.md are in ${options.out}`);
}

function save(seed: number, outcomes: readonly Outcome[]): void {
  mkdirSync(options.out, { recursive: true });
  const of = { at: new Date().toISOString(), node: process.version, seed };
  const file = (name: string) => path.join(options.out, name);
  writeFileSync(file('results.json'), `${JSON.stringify({ ...of, outcomes }, null, 2)}\n`);
  const table = measurementsTable(outcomes.flatMap((one) => one.measurements));
  writeFileSync(file('results.md'), `${table}\n`);
}

/** Only whole runs: one that fails changes no page. */
function publish(seed: number, outcomes: readonly Outcome[]): void {
  const date = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  const { benches, ...others } = readResults(ROOT);
  const measured = new Map(Object.entries(benches));
  for (const { bench, ...outcome } of outcomes) {
    measured.set(bench, { run: String(seed), date, ...outcome });
  }
  // In the order in which they run, and without those that are gone.
  const known = BENCHES.flatMap(({ name }) => {
    const one = measured.get(name);
    return one ? [[name, one] as const] : [];
  });
  writeResults(ROOT, { ...others, benches: Object.fromEntries(known) });
  writeFigures(ROOT);
  console.log('bench/results.json, docs/scaling.md and README.md have the figures');
}

if (options.help) {
  console.log(USAGE);
} else {
  await main().catch((error) => {
    console.error(error);
    // Servers left over from a failed benchmark end with this process.
    process.exit(1);
  });
}
