import { expect, test } from 'vitest';
import { diskTable, millionTable } from './million.mjs';

const spread = (median: number) => ({ median, low: median, high: median, rounds: 1 });
const measurement = (key: string, median: number, unit = 'ms') => ({
  what: key,
  key,
  unit,
  value: spread(median),
});
const bench = (...measurements: ReturnType<typeof measurement>[]) => ({
  run: '1',
  date: '2026-11-22',
  machine: { cores: 2, processor: 'A processor', node: '24.1.0', postgres: '18.1' },
  seconds: 1,
  measurements,
});
const results = {
  benches: {
    create: bench(measurement('create', 1_157.4, 'a second'), measurement('create-cpu', 0.6)),
    block: bench(measurement('block', 56)),
    look: bench(measurement('look', 68)),
    deliveries: bench(measurement('deliveries', 2_314.8, 'a second')),
    life: bench(
      measurement('settled', 1),
      measurement('wal', 20_000, 'bytes a payment'),
      measurement('commits', 3, 'a payment'),
      measurement('disk:delivery_attempt', 2_000, 'bytes a payment'),
      measurement('disk:payment', 1_000, 'bytes a payment'),
    ),
  },
};

test('the load of a million payments a day is calculated from what one payment costs', () => {
  const table = millionTable(results);
  // 1,000,000 / 86,400 is 11.57; a core has 1,000 ms a second; a block comes every 600 s.
  expect(table).toContain(
    '| creates | 11.6 | 116 | 6.94 % of a core at the peak; one process does 10 times the peak |',
  );
  expect(table).toContain('| webhooks | 23.1 | 231 | one process does 10 times the peak |');
  expect(table).toContain('| commits | 34.7 | 347 |');
  expect(table).toContain('| write-ahead log | 0.231 MB | 2.31 MB | 20 GB a day');
  expect(table).toContain('6,944 payments of ours |  |  | 7 s for each: 1.17 % of the time');
});

test('tables that are pruned level off, and the others grow', () => {
  const text = diskTable(results);
  expect(text).toContain('| `delivery_attempt` | 2,000 | 2 | 90 days |');
  expect(text).toContain('| `payment` | 1,000 | 1 | for ever |');
  expect(text.replace(/\n/g, ' ')).toContain(
    'That is 3 GB a day. The tables that are pruned level off at 180 GB; the others grow by 1 GB a day, 0.365 TB a year.',
  );
});

test('a figure that no benchmark measured is named', () => {
  const { life, ...others } = results.benches;
  expect(() => millionTable({ benches: others })).toThrow('Not measured yet: life');
});
