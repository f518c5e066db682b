import { expect, test } from 'vitest';
import { excerptOf, runPhaseWithProgress, withProgress } from './progress.mjs';

function collected() {
  const lines: string[] = [];
  const log = (line: string) => {
    lines.push(line);
  };
  return { lines, log };
}

const untilSaid = (lines: string[], count: number) =>
  new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (lines.length < count) return;
      clearInterval(timer);
      resolve();
    }, 5);
  });

test('a log gets a line every few seconds while a long task runs', async () => {
  const { lines, log } = collected();
  await withProgress(
    () => 'building',
    log,
    () => untilSaid(lines, 2),
    10,
  );
  expect(lines.slice(0, 2)).toEqual(['Still building (0 s) …', 'Still building (0 s) …']);
});

test('each phase of the server’s start is logged when it begins, and again with its duration when it ends', async () => {
  const { lines, log } = collected();
  const phase = { begins: 'Building …', doing: 'building', done: 'Built', log };
  expect(await runPhaseWithProgress(phase, async () => 'result')).toBe('result');
  expect(lines).toEqual(['Building …', 'Built in 0 s.']);
});

test('a phase of the server’s start that fails is not logged as done', async () => {
  const { lines, log } = collected();
  const phase = { begins: 'Building …', doing: 'building', done: 'Built', log };
  await expect(
    runPhaseWithProgress(phase, () => Promise.reject(new Error('full disk'))),
  ).rejects.toThrow('full disk');
  expect(lines).toEqual(['Building …']);
});

test('a long output is shortened to its first and last lines, with a hint for seeing the rest', () => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
  const shown = excerptOf(`${lines.join('\n')}\n`).split('\n');
  expect(shown[15]).toBe('… 45 more lines, which "npm start -- --verbose" shows …');
  expect(shown.toSpliced(15, 1)).toEqual([...lines.slice(0, 15), ...lines.slice(-40)]);
  expect(excerptOf('one\ntwo\n')).toBe('one\ntwo');
});
