import { expect, test } from 'vitest';
import { withFigures } from './pages.mjs';

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
});

test('the goals are the measurements with a target, of every benchmark', () => {
  const page = withFigures(pageOf('Prose.', 'goals'), results);
  expect(page.match(/^\| \*\*/gm)).toHaveLength(2);
  expect(page).not.toContain('memory');
});

test('the headlines are some of the goals', () => {
  const block = measured('7', 'a full block with 1,000,000 open payments', 1.1);
  const page = withFigures(pageOf('', 'headlines'), { benches: { ...results.benches, block } });
  expect(page.match(/^\| \*\*.*/gm)).toEqual([
    expect.stringContaining('a full block with 1,000,000 open payments'),
  ]);
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

test('a page says what was not measured yet, and how to measure it', () => {
  const page = withFigures(pageOf('', 'block, loop'), results);
  expect(page).toContain('a block, against fetching its bytes');
  expect(page).toContain(
    '\n\n*Not measured yet: loop. To measure it: `node --import tsx bench/run.ts loop --docs`*',
  );
  expect(withFigures(pageOf('', 'pages'), results)).toContain('Not measured yet: the pages.');
});
