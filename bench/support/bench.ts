import type { Machine } from './machine';
import type { BenchPostgres } from './place';
import type { SampleSpread } from './spread';

export interface BenchContext {
  readonly place: BenchPostgres;
  readonly seed: number;
  /** Whether the run only checks that the benchmarks work, in seconds. The figures mean nothing. */
  readonly tiny: boolean;
  /** The duration of benchmarks that have no fixed duration. */
  readonly minutes: number;
  log(line: string): void;
}

export interface Measurement {
  readonly what: string;
  readonly unit: string;
  readonly value: SampleSpread;
  /** What the value is compared with, measured in the same rounds. */
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
