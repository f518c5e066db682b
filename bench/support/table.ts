import type { Measurement } from './bench';
import type { SampleSpread } from './spread';

export function measurementsTable(measurements: readonly Measurement[]): string {
  const rows = [
    ['ratio', 'what, against what', 'goal', 'on the machine that measured'],
    ['---', '---', '---', '---'],
    ...measurements.map(rowOf),
  ];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function rowOf({ what, unit, value, floor, ratio, target }: Measurement): string[] {
  const measured = `${withRange(value)} ${unit}`;
  return [
    ratio ? withRange(ratio, '**') : '',
    floor ? `${what}, against ${floor.what}` : what,
    target ? `${target.text}: ${target.met ? 'met' : 'missed'}` : '',
    floor ? `${measured}, against ${digits(floor.value.median)}` : measured,
  ];
}

function withRange({ median, low, high, rounds }: SampleSpread, mark = ''): string {
  const range = rounds > 1 ? ` [${digits(low)} … ${digits(high)}]` : '';
  return `${mark}${digits(median)}${mark}${range}`;
}

/** Writes three significant digits, or a rounded integer from 100 on. */
function digits(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}
