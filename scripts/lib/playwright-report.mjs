import { existsSync, readFileSync } from 'node:fs';

/**
 * Sums up Playwright's JSON report. What was skipped, what passed only on a second try, and a
 * runner that failed although no test did each count as failed; so does a missing report.
 *
 * @param {string} file
 * @param {boolean} succeeded whether the runner ended with 0
 * @returns {{ passed: number, failed: number }}
 */
export function browserTallyOf(file, succeeded) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(file, 'utf8')).stats;
  const failed = unexpected + flaky + skipped;
  return { passed: expected, failed: failed === 0 && !(succeeded && expected > 0) ? 1 : failed };
}
