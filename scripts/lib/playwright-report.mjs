import { existsSync, readFileSync } from 'node:fs';

/**
 * Sums up Playwright's JSON report. What was skipped, what passed only on a second try, and a
 * runner that failed although no test did each count as failed; so does a missing report.
 *
 * @param {string} file
 * @param {boolean} succeeded whether the runner ended with 0
 * @returns {{ passed: number, failed: number, failures: string[] }} a text for each failure that
 *   names the test and says what went wrong
 */
export function browserTallyOf(file, succeeded) {
  if (!existsSync(file)) return { passed: 0, failed: 1, failures: ['Playwright left no report'] };
  const { stats, suites = [] } = JSON.parse(readFileSync(file, 'utf8'));
  const { expected, unexpected, flaky, skipped } = stats;
  const failures = suites.flatMap(failuresOf);
  const failed = unexpected + flaky + skipped;
  if (failed === 0 && !(succeeded && expected > 0)) {
    return { passed: expected, failed: 1, failures: ['Playwright failed'] };
  }
  return { passed: expected, failed, failures };
}

function failuresOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ status, results }) =>
        [`${file}: ${title} (${status})`, ...results.map(({ error }) => error?.message ?? '')]
          .join('\n')
          .trim(),
      ),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}
