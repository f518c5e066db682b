import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readPlaywrightTally, readVitestTally } from './test-reports.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-tally-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(report: object): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

describe('Vitest reports', () => {
  function tally(files: { status: string; tests: string[] }[], succeeded: boolean) {
    const testResults = files.map(({ status, tests }) => ({
      name: 'a.test.ts',
      status,
      message: status === 'failed' && tests.length === 0 ? 'no such module' : '',
      assertionResults: tests.map((one) => ({
        status: one,
        fullName: `a ${one} test`,
        failureMessages: one === 'failed' ? ['1 is not 2'] : [],
      })),
    }));
    return readVitestTally(written({ testResults }), succeeded);
  }

  test('a Vitest report’s passed and failed tests are added up over all files', () => {
    const files = [
      { status: 'passed', tests: ['passed', 'passed'] },
      { status: 'failed', tests: ['passed', 'failed'] },
    ];
    expect(tally(files, false)).toMatchObject({ passed: 3, failed: 1 });
  });

  test('in a Vitest report, a skipped test and a file that could not be loaded count as failed', () => {
    const files = [
      { status: 'passed', tests: ['passed', 'pending', 'skipped', 'todo'] },
      { status: 'failed', tests: [] },
    ];
    expect(tally(files, false)).toMatchObject({ passed: 1, failed: 4 });
  });

  test('a Vitest run counts as failed if its process fails, or if it has no tests or no report', () => {
    expect(tally([{ status: 'passed', tests: ['passed'] }], false).failed).toBe(1);
    expect(tally([], true).failed).toBe(1);
    expect(readVitestTally(path.join(folder, 'none.json'), true).failed).toBe(1);
  });

  test('each failure of a Vitest run has its file, its test and its reason', () => {
    const files = [
      { status: 'failed', tests: ['passed', 'failed', 'skipped'] },
      { status: 'failed', tests: [] },
    ];
    expect(tally(files, false).failures).toEqual([
      'a.test.ts: a failed test (failed)\n1 is not 2',
      'a.test.ts: a skipped test (skipped)',
      'a.test.ts: no such module',
    ]);
  });
});

describe('Playwright reports', () => {
  function tally(stats: Record<string, number>, succeeded = true, suites: unknown[] = []) {
    const all = { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats };
    return readPlaywrightTally(written({ stats: all, suites }), succeeded);
  }

  test('in a Playwright report, an expected outcome counts as passed and any other as failed', () => {
    const stats = { expected: 5, unexpected: 2, flaky: 1, skipped: 1 };
    expect(tally({ expected: 5 })).toMatchObject({ passed: 5, failed: 0 });
    expect(tally(stats)).toMatchObject({ passed: 5, failed: 4 });
  });

  test('a Playwright run counts as failed if its process fails, or if it has no tests or no report', () => {
    expect(tally({ expected: 5 }, false)).toMatchObject({ passed: 5, failed: 1 });
    expect(tally({})).toMatchObject({ passed: 0, failed: 1 });
    expect(readPlaywrightTally(path.join(folder, 'none.json'), true).failed).toBe(1);
  });

  test('each failure of a Playwright run has its file, its test and its reason, at any depth', () => {
    const spec = (title: string, status: string, message?: string) => ({
      file: 'a.spec.ts',
      title,
      tests: [{ status, results: [message ? { error: { message } } : {}] }],
    });
    const inner = { specs: [spec('bad', 'unexpected', '1 is not 2'), spec('good', 'expected')] };
    const suites = [{ suites: [inner], specs: [spec('left out', 'skipped')] }];
    expect(tally({ expected: 1, unexpected: 1, skipped: 1 }, false, suites).failures).toEqual([
      'a.spec.ts: left out (skipped)',
      'a.spec.ts: bad (unexpected)\n1 is not 2',
    ]);
  });
});
