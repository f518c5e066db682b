import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserTallyOf } from './playwright-report.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'blocktally-tally-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function tally(stats: Record<string, number>, succeeded = true, suites: unknown[] = []) {
  const file = path.join(folder, 'report.json');
  const all = { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats };
  writeFileSync(file, JSON.stringify({ stats: all, suites }));
  return browserTallyOf(file, succeeded);
}

it('counts what was expected as passed and all else as failed', () => {
  expect(tally({ expected: 5 })).toMatchObject({ passed: 5, failed: 0 });
  expect(tally({ expected: 5, unexpected: 2, flaky: 1, skipped: 1 })).toMatchObject({
    passed: 5,
    failed: 4,
  });
});

it('counts a run as failed that ended badly, ran nothing, or left no report', () => {
  expect(tally({ expected: 5 }, false)).toMatchObject({ passed: 5, failed: 1 });
  expect(tally({})).toMatchObject({ passed: 0, failed: 1 });
  expect(browserTallyOf(path.join(folder, 'none.json'), true)).toMatchObject({
    passed: 0,
    failed: 1,
  });
});

it('tells each failure with its file, its test and its reason, however deep it is nested', () => {
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
