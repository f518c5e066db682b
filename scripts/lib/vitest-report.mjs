import { existsSync, readFileSync } from 'node:fs';

/**
 * Sums up vitest's JSON report. A file that could not be loaded, a test that was skipped and a
 * runner that failed although no test did each count as failed; so does a missing report.
 *
 * @param {string} file
 * @param {boolean} succeeded whether the runner ended with 0
 * @returns {{ passed: number, failed: number, failures: string[] }} a text for each failure that
 *   names the test and says what went wrong
 */
export function tallyOf(file, succeeded) {
  if (!existsSync(file)) return { passed: 0, failed: 1, failures: ['vitest left no report'] };
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  let passed = 0;
  const failures = [];
  for (const { name, status, message, assertionResults } of testResults) {
    const bad = assertionResults.filter((test) => test.status !== 'passed');
    passed += assertionResults.length - bad.length;
    failures.push(...bad.map((test) => told(`${name}: ${test.fullName}`, test)));
    if (bad.length === 0 && status === 'failed') failures.push(`${name}: ${message}`);
  }
  if (failures.length === 0 && !(succeeded && passed > 0)) failures.push('vitest failed');
  return { passed, failed: failures.length, failures };
}

const told = (name, { status, failureMessages = [] }) =>
  [`${name} (${status})`, ...failureMessages].join('\n');
