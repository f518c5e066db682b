import fc from 'fast-check';
import { play } from './play';
import { sequences } from './sequences';
import type { Step } from './steps';
import type { System } from './system';

export interface Bounds {
  readonly seed: number;
  readonly sequences: number;
  /** The most steps in a sequence. */
  readonly steps: number;
}

export interface Exploration {
  readonly seed: number;
  readonly sequences: number;
  readonly steps: number;
  /** How often each change of status was seen. */
  readonly moves: ReadonlyMap<string, number>;
  /** The shortest sequence found after which system and model differ, if there is any. */
  readonly divergence: { readonly steps: readonly Step[]; readonly what: string } | undefined;
}

/** Tries at shortening a sequence: enough for about ten steps, in about a minute. */
const MAX_TRIES = 150;

/** Plays random sequences until one diverges, which is then made as short as it can be. */
export async function explore(system: System, bounds: Bounds): Promise<Exploration> {
  const moves = new Map<string, number>();
  let played = 0;
  let taken = 0;
  let tries: number | undefined;
  const property = fc.asyncProperty(sequences(bounds.steps), async (steps) => {
    if (tries !== undefined && ++tries > MAX_TRIES) return;
    played += 1;
    taken += steps.length;
    try {
      for (const move of await play(system, steps)) moves.set(move, (moves.get(move) ?? 0) + 1);
    } catch (error) {
      tries ??= 0;
      throw error;
    }
  });
  const result = await fc.check(property, { seed: bounds.seed, numRuns: bounds.sequences });
  const divergence =
    result.failed && result.counterexample
      ? { steps: result.counterexample[0], what: String(result.errorInstance) }
      : undefined;
  return { seed: bounds.seed, sequences: played, steps: taken, moves, divergence };
}

/** What a run did, in one line; and where it diverged, what differs and how to get there. */
export function report({ seed, sequences: played, steps, divergence }: Exploration): string {
  const counts = `${played} sequences, ${steps} steps, ${divergence ? 1 : 0} divergences`;
  if (!divergence) return `seed ${seed}: ${counts}`;
  const lines = divergence.steps.map((step) => `  ${JSON.stringify(step)}`).join(',\n');
  return `seed ${seed}: ${counts}\n${divergence.what}\n[\n${lines}\n]`;
}

/** SEED from the environment, so that a run can be had again; else one of this moment. */
export function seedOf(text = process.env.SEED): number {
  const seed = text === undefined ? Date.now() % 1_000_000_000 : Number(text);
  if (!Number.isSafeInteger(seed)) throw new Error(`a seed is a whole number, not ${text}`);
  return seed;
}
