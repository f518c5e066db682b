import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = 'bench/results.json';

/**
 * The committed figures of the benchmarks, by benchmark, each with the machine and the run that
 * measured it, and those of Lighthouse.
 *
 * @typedef {import('../../bench/support/spread').Spread} Spread
 * @typedef {import('../../bench/support/bench').Measurement} Measurement
 * @typedef {Omit<import('../../bench/support/bench').Outcome, 'bench'>
 *   & { run: string, date: string }} Measured
 * @typedef {{ date: string, lighthouse: string, rows: { page: string, device: string,
 *   scores: number[], kB: number, scriptKB: number }[] }} PageScores
 * @typedef {{ benches: Record<string, Measured>, pages?: PageScores }} Results
 */

/** @returns {Results} */
export function readResults(root) {
  const file = path.join(root, FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { benches: {} };
}

/** @param {Results} results */
export function writeResults(root, results) {
  const text = JSON.stringify(results, rounded, 2);
  // What holds no other object is one line.
  const folded = text.replace(/[{[][^{}[\]]*[}\]]/g, (innermost) =>
    innermost.replace(/\n\s*/g, ' '),
  );
  writeFileSync(path.join(root, FILE), `${folded}\n`);
}

/** More digits than a figure means would only make differences hard to read. */
function rounded(_, value) {
  return typeof value === 'number' && !Number.isInteger(value)
    ? Number(value.toPrecision(4))
    : value;
}

/** What a page shows was not measured yet. The message says what, and how to measure it. */
export class NotMeasured extends Error {
  constructor(name, command = `node --import tsx bench/run.ts ${name} --docs`) {
    super(`Not measured yet: ${name}. To measure it: \`${command}\``);
    this.name = 'NotMeasured';
  }
}

/**
 * @param {Results} results
 * @throws NotMeasured
 */
export function benchOf({ benches }, name) {
  const bench = benches[name];
  if (!bench) throw new NotMeasured(name);
  return bench;
}

/** @param {Results} results */
export const measurementsOf = ({ benches }) =>
  Object.values(benches).flatMap(({ measurements }) => measurements);
