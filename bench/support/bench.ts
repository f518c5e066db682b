import type { Machine } from './machine';
import type { BenchPostgres } from './place';
import type { Spread } from './spread';

export interface BenchContext {
  readonly place: BenchPostgres;
  /** The source of all randomness. */
  readonly seed: number;
  /**
   * Whether benchmarks run for seconds instead of minutes, to check that they work. The figures
   * then mean nothing.
   */
  readonly tiny: boolean;
  /** The duration of benchmarks that have no fixed one. */
  readonly minutes: number;
  log(line: string): void;
}

/** One measured figure, and its reference. */
export interface Measurement {
  readonly what: string;
  readonly unit: string;
  readonly value: Spread;
  /** The theoretical floor or ceiling, measured in the same rounds. */
  readonly floor?: { readonly what: string; readonly value: Spread };
  /** Value over floor, for each round. */
  readonly ratio?: Spread;
  /** The goal, and whether it was reached. */
  readonly target?: { readonly text: string; readonly met: boolean };
}

export interface Bench {
  readonly name: string;
  /** A description in one line. */
  readonly about: string;
  run(context: BenchContext): Promise<Measurement[]>;
}

export interface Outcome {
  readonly bench: string;
  readonly machine: Machine;
  readonly seconds: number;
  readonly measurements: readonly Measurement[];
}
