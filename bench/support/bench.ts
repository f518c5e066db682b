import type { Place } from './place';
import type { Spread } from './spread';

/** What a benchmark has to work with. */
export interface BenchContext {
  readonly place: Place;
  /** Everything random comes from it. */
  readonly seed: number;
  /** Seconds in place of minutes, to see that it runs at all: its figures mean nothing. */
  readonly tiny: boolean;
  /** For what takes as long as one likes. */
  readonly minutes: number;
  log(line: string): void;
}

/** One measured figure, and what it is held against. */
export interface Measurement {
  readonly what: string;
  readonly unit: string;
  readonly value: Spread;
  /** The least that this could cost, or the most it could do, measured in the same rounds. */
  readonly floor?: { readonly what: string; readonly value: Spread };
  /** Value over floor, of each round by itself. */
  readonly ratio?: Spread;
  /** What is aimed at, and whether it was reached. */
  readonly target?: { readonly text: string; readonly met: boolean };
}

export interface Bench {
  readonly name: string;
  /** One line for people. */
  readonly about: string;
  run(context: BenchContext): Promise<Measurement[]>;
}
