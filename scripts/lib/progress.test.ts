import { expect, test } from 'vitest';
import { excerptOf, runPhaseWithProgress, withProgress } from './progress.mjs';

test('a line is printed every few seconds while a long task runs', async () => {
  const lines: string[] = [];
  let log = (_: string) => {};
  const untilTwoLines = new Promise<void>((end) => {
    log = (line) => {
      if (lines.push(line) === 2) end();
    };
  });
  await withProgress(
    () => 'building',
    (line) => log(line),
    () => untilTwoLines,
    10,
  );
  expect(lines).toEqual(['Still building (0 s) …', 'Still building (0 s) …']);
});

test('a phase of the server’s start is logged when it begins, and when it has succeeded', async () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const phase = { begins: 'Building …', doing: 'building', done: 'Built', log };
  const failing = runPhaseWithProgress(phase, () => Promise.reject(new Error('full disk')));
  await expect(failing).rejects.toThrow('full disk');
  expect(lines.splice(0)).toEqual(['Building …']);
  expect(await runPhaseWithProgress(phase, async () => 'result')).toBe('result');
  expect(lines).toEqual(['Building …', 'Built in 0 s.']);
});

test('a long output is shortened to its last lines, with a hint for seeing the rest', () => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
  const [hint, ...shown] = excerptOf(`${lines.join('\n')}\n`).split('\n');
  expect(hint).toBe('… 50 lines before, which "npm start -- --verbose" shows …');
  expect(shown).toEqual(lines.slice(-50));
  expect(excerptOf('one\ntwo\n')).toBe('one\ntwo');
});
