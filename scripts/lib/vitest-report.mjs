import { existsSync, readFileSync } from 'node:fs';

/**
 * Sums up vitest's JSON report. A file that could not be loaded, a test that was skipped and a
 * runner that failed although no test did each count as failed; so does a missing report.
 *
 * @param {string} file
 * @param {boolean} succeeded whether the runner ended with 0
 * @returns {{ passed: number, failed: number }}
 */
export function tallyOf(file, succeeded) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  let passed = 0;
  let failed = 0;
  for (const { status, assertionResults } of testResults) {
    const good = assertionResults.filter((test) => test.status === 'passed').length;
    const bad = assertionResults.length - good;
    passed += good;
    failed += bad === 0 && status === 'failed' ? 1 : bad;
  }
  const ran = passed + failed > 0;
  return { passed, failed: failed === 0 && !(succeeded && ran) ? 1 : failed };
}
