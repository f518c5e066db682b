import { parseArgs } from 'node:util';
import { report, summary } from '../test/crash/report';
import { type RunBounds, run } from '../test/crash/run';
import { ensureBuilt } from './lib/build.mjs';

const USAGE = `Kills servers, database and node at random under load, and counts what was lost.

  node --import tsx scripts/crash.ts [options]

  --servers N  1, or 2 behind one port (default 1)
  --kills N    how many in a run (default 200)
  --seed N     of the plan (default: SEED, else of this moment)
  --runs N     so many runs; the seeds follow one another (default 1)`;

const { values: options } = parseArgs({
  options: {
    servers: { type: 'string', default: '1' },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: process.env.SEED ?? String(Date.now() % 1_000_000) },
    runs: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<number> {
  const log = (text: string) => console.log(text);
  await ensureBuilt({ log });
  const summaries: string[] = [];
  let faults = 0;
  for (let n = 0; n < Number(options.runs); n += 1) {
    const bounds: RunBounds = {
      seed: String(Number(options.seed) + n),
      servers: options.servers === '2' ? 2 : 1,
      kills: Number(options.kills),
      log,
    };
    log(`seed ${bounds.seed}`);
    const result = await run(bounds);
    log(`\n${report(bounds, result)}\n`);
    faults += result.findings.count;
    summaries.push(summary(bounds, result));
  }
  log(summaries.join('\n'));
  return faults === 0 ? 0 : 1;
}

// Data is removed at the end of the process, which requires a normal exit.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
if (options.help) console.log(USAGE);
else process.exitCode = await main();
