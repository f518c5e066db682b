import type { Machine } from './machine';
import type { BenchPostgres } from './place';
import type { SampleSpread } from './spread';

export interface BenchContext {
  readonly place: BenchPostgres;
  readonly seed: number;
  /**
   * Whether the run only checks that the benchmarks work. They then take seconds instead of
   * minutes, and their figures mean nothing.
   */
  readonly tiny: boolean;
  /** For benchmarks without a fixed duration. */
  readonly minutes: number;
  log(line: string): void;
}

export interface Measurement {
  readonly what: string;
  readonly unit: string;
  readonly value: SampleSpread;
  /** The theoretical minimum or maximum, measured in the same rounds. */
  readonly floor?: { readonly what: string; readonly value: SampleSpread };
  readonly ratio?: SampleSpread;
  readonly target?: { readonly text: string; readonly met: boolean };
}

export interface Bench {
  readonly name: string;
  readonly about: string;
  run(context: BenchContext): Promise<Measurement[]>;
}

export interface BenchOutcome {
  readonly bench: string;
  readonly machine: Machine;
  readonly seconds: number;
  readonly measurements: readonly Measurement[];
}
