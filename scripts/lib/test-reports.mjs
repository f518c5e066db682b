import { existsSync, readFileSync } from 'node:fs';

/**
 * The totals of a test run. Only a test that ran and passed counts as passed. All of these count as
 * failed: a skipped test, a test that passed only when repeated, a file that did not load, a runner
 * that failed without a failed test, a missing report.
 *
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures the test's name and what went wrong, for each failure
 */

/**
 * Sums up vitest's JSON report.
 *
 * @param {string} file
 * @param {boolean} succeeded whether the runner exited with 0
 * @returns {Tally}
 */
export function readVitestTally(file, succeeded) {
  if (!existsSync(file)) return { passed: 0, failed: 1, failures: ['vitest left no report'] };
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  let passed = 0;
  const failures = [];
  for (const { name, status, message, assertionResults } of testResults) {
    const bad = assertionResults.filter((test) => test.status !== 'passed');
    passed += assertionResults.length - bad.length;
    failures.push(...bad.map((test) => failureOf(name, test)));
    if (bad.length === 0 && status === 'failed') failures.push(`${name}: ${message}`);
  }
  if (failures.length === 0 && !(succeeded && passed > 0)) failures.push('vitest failed');
  return { passed, failed: failures.length, failures };
}

const failureOf = (file, { fullName, status, failureMessages = [] }) =>
  [`${file}: ${fullName} (${status})`, ...failureMessages].join('\n');

/**
 * Sums up Playwright's JSON report.
 *
 * @param {string} file
 * @param {boolean} succeeded whether the runner exited with 0
 * @returns {Tally}
 */
export function readPlaywrightTally(file, succeeded) {
  if (!existsSync(file)) return { passed: 0, failed: 1, failures: ['Playwright left no report'] };
  const { stats, suites = [] } = JSON.parse(readFileSync(file, 'utf8'));
  const { expected, unexpected, flaky, skipped } = stats;
  const failures = suites.flatMap(failuresIn);
  const failed = unexpected + flaky + skipped;
  if (failed === 0 && !(succeeded && expected > 0)) {
    return { passed: expected, failed: 1, failures: ['Playwright failed'] };
  }
  return { passed: expected, failed, failures };
}

function failuresIn({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ status, results }) =>
        [`${file}: ${title} (${status})`, ...results.map(({ error }) => error?.message ?? '')]
          .join('\n')
          .trim(),
      ),
  );
  return [...own, ...suites.flatMap(failuresIn)];
}
