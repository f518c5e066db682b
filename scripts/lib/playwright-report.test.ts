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

function tally(stats: Record<string, number>, succeeded = true) {
  const file = path.join(folder, 'report.json');
  const all = { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats };
  writeFileSync(file, JSON.stringify({ stats: all }));
  return browserTallyOf(file, succeeded);
}

it('counts what was expected as passed and all else as failed', () => {
  expect(tally({ expected: 5 })).toEqual({ passed: 5, failed: 0 });
  expect(tally({ expected: 5, unexpected: 2, flaky: 1, skipped: 1 })).toEqual({
    passed: 5,
    failed: 4,
  });
});

it('counts a run as failed that ended badly, ran nothing, or left no report', () => {
  expect(tally({ expected: 5 }, false)).toEqual({ passed: 5, failed: 1 });
  expect(tally({})).toEqual({ passed: 0, failed: 1 });
  expect(browserTallyOf(path.join(folder, 'none.json'), true)).toEqual({ passed: 0, failed: 1 });
});
