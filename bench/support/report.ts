import type { Measurement } from './bench';
import type { Machine } from './machine';
import type { Spread } from './spread';

/** The outcome of a benchmark. */
export interface Outcome {
  readonly bench: string;
  readonly machine: Machine;
  readonly seconds: number;
  readonly measurements: readonly Measurement[];
}

/** The measurements as a Markdown table: medians, followed by the range of the rounds. */
export function markdownOf(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ what, unit, value, floor, ratio, target }) => [
    what,
    `${shown(value)} ${unit}`,
    floor ? `${shown(floor.value)} (${floor.what})` : '',
    ratio ? shown(ratio) : '',
    target ? `${target.text}: ${target.met ? 'met' : 'missed'}` : '',
  ]);
  const table = [
    ['what', 'measured', 'floor', 'ratio', 'target'],
    ['---', '---', '---', '---', '---'],
    ...rows,
  ];
  return `${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

function shown({ median, low, high, rounds }: Spread): string {
  return rounds > 1 ? `${number(median)} [${number(low)} … ${number(high)}]` : number(median);
}

function number(value: number): string {
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3);
}
