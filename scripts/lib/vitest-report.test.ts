import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tallyOf } from './vitest-report.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-tally-'));
afterAll(() => rmSync(folder, { recursive: true }));

function tally(files: { status: string; tests: string[] }[], succeeded: boolean) {
  const report = path.join(folder, 'report.json');
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
  writeFileSync(report, JSON.stringify({ testResults }));
  return tallyOf(report, succeeded);
}

const counts = (...args: Parameters<typeof tally>) => {
  const { passed, failed } = tally(...args);
  return { passed, failed };
};

test('passed and failed tests are added up over all files', () => {
  const files = [
    { status: 'passed', tests: ['passed', 'passed'] },
    { status: 'failed', tests: ['passed', 'failed'] },
  ];
  expect(counts(files, false)).toEqual({ passed: 3, failed: 1 });
});

test('a skipped test and a file that could not be loaded count as failed', () => {
  const files = [
    { status: 'passed', tests: ['passed', 'pending', 'skipped', 'todo'] },
    { status: 'failed', tests: [] },
  ];
  expect(counts(files, false)).toEqual({ passed: 1, failed: 4 });
});

test('a runner that fails, runs nothing or leaves no report never counts as passed', () => {
  expect(tally([{ status: 'passed', tests: ['passed'] }], false).failed).toBe(1);
  expect(tally([], true).failed).toBe(1);
  expect(tallyOf(path.join(folder, 'none.json'), true).failed).toBe(1);
});

test('each failure is told with its file, its test and its reason', () => {
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
