import type { Machine } from './machine';
import type { BenchPostgres } from './place';
import type { Spread } from './spread';

export interface BenchContext {
  readonly place: BenchPostgres;
  /** The seed of all random numbers. */
  readonly seed: number;
  /**
   * Whether benchmarks run for seconds instead of minutes, to check that they work. The figures
   * then mean nothing.
   */
  readonly tiny: boolean;
  /** The duration in minutes of benchmarks without a fixed duration. */
  readonly minutes: number;
  log(line: string): void;
}

/** A measured figure with the reference to which it is compared. */
export interface Measurement {
  readonly what: string;
  readonly unit: string;
  readonly value: Spread;
  /** The theoretical minimum or maximum, measured in the same rounds. */
  readonly floor?: { readonly what: string; readonly value: Spread };
  /** The value divided by the floor, for each round. */
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
