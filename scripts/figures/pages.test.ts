import { expect, test } from 'vitest';
import { complaintsAbout, notShown, withFigures } from './pages.mjs';

const one = (median: number) => ({ median, low: median, high: median, rounds: 1 });
const machine = { cores: 2, processor: 'A processor', node: '24.1.0', postgres: '18.1' };
const measured = (run: string, what: string, ratio: number) => ({
  run,
  date: '2026-11-22',
  machine,
  seconds: 60,
  measurements: [
    {
      what,
      unit: 'ms',
      value: { median: 84.21, low: 54.4, high: 1_253, rounds: 9 },
      floor: { what: 'fetching its bytes', value: one(20) },
      ratio: one(ratio),
      target: { text: 'at most 1.5', met: ratio <= 1.5 },
    },
    { what: 'memory', unit: 'MB', value: one(155) },
  ],
});
const results = {
  benches: { block: measured('7', 'a block', 4.21), look: measured('7', 'a look', 1.4) },
};

const pageOf = (prose: string, block = 'block') =>
  `# Scaling\n\n${prose}\n\n<!-- figures: ${block} -->\n<!-- end of figures -->\n\nMore.\n`;
const PART = /^# Scaling$.*/ms;
const about = (text: string) => complaintsAbout('docs/scaling.md', text, PART, results);

test('a block shows each measurement of its benchmarks, the ratio first', () => {
  const page = withFigures(pageOf('Prose.', 'block, look'), results);
  expect(page).toContain(
    '| **4.21** | a block, against fetching its bytes | at most 1.5: missed | 84.2 [54.4 … 1,253] ms, against 20 |',
  );
  expect(page).toContain('| **1.4** | a look, against fetching its bytes | at most 1.5: met |');
  expect(page).toContain('|  | memory |  | 155 MB |');
  expect(page).toMatch(/^# Scaling\n\nProse\.\n.*\nMore\.\n$/s);
});

test('writing the figures of a page again changes nothing', () => {
  const page = withFigures(pageOf('Prose.'), results);
  expect(withFigures(page, results)).toBe(page);
  expect(about(page)).toEqual([]);
});

test('the goals are the measurements with a target, of every benchmark', () => {
  const page = withFigures(pageOf('Prose.', 'goals'), results);
  expect(page.match(/^\| \*\*/gm)).toHaveLength(2);
  expect(page).not.toContain('memory');
});

test('a page with another figure than the results is found', () => {
  const page = withFigures(pageOf('Prose.'), results).replace('84.2', '48.2');
  expect(about(page)).toEqual([expect.stringContaining('npm run format')]);
});

test.each([
  'A block takes 84 ms.',
  'It takes 0.1 s.',
  'It grows by 4.3 GB every day.',
  'Most of it is 7 % of a core.',
  'It is 1.2 times as long.',
  'It creates 1,320 a second.',
  'It takes half of 20 minutes.',
])('a figure by hand is found: %s', (prose) => {
  expect(about(withFigures(pageOf(prose), results))).toEqual([
    expect.stringContaining('a figure by hand'),
  ]);
});

test.each([
  'Up to 16 connections, with 1,100,000 payments in 4,800 transactions.',
  'Node.js 24, PostgreSQL 15, step 3.',
  '```\nsleep 20 s\n```',
])('numbers that nobody measured may stand in prose: %s', (prose) => {
  expect(about(withFigures(pageOf(prose), results))).toEqual([]);
});

test('figures of one run name its machine, and those of several runs each of them', () => {
  const of = (block: ReturnType<typeof measured>) =>
    withFigures(pageOf('', 'machine'), { benches: { ...results.benches, block } });
  expect(of(measured('7', 'a block', 1))).toContain(
    'One run measured all of it. 2026-11-22, 2 cores (A processor), Node.js 24.1.0, PostgreSQL 18.1.',
  );
  const several = of(measured('8', 'a block', 1));
  expect(several).toContain('The figures are of 2 runs');
  expect(several).toMatch(/^- `block`: 2026-11-22.*\n- `look`: 2026-11-22/m);
});

test('a benchmark that no page shows is found', () => {
  expect(notShown(results, pageOf('', 'block, look'))).toEqual([]);
  expect(notShown(results, pageOf('', 'block'))).toEqual([expect.stringContaining('"look"')]);
});

test('a page says what was not measured yet, and how to measure it', () => {
  const page = withFigures(pageOf('', 'block, loop'), results);
  expect(page).toContain('a block, against fetching its bytes');
  expect(page).toContain(
    '\n\n*Not measured yet: loop. To measure it: `node --import tsx bench/run.ts loop --docs`*',
  );
  expect(withFigures(pageOf('', 'pages'), results)).toContain('Not measured yet: the pages.');
  expect(withFigures(pageOf('', 'disk space'), results)).toContain('Not measured yet: life.');
});
