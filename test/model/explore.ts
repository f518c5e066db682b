import fc from 'fast-check';
import { play } from './play';
import { sequences } from './sequences';
import type { Step } from './steps';
import type { System } from './system';

export interface ExplorationLimits {
  readonly seed: number;
  readonly sequences: number;
  readonly steps: number;
  /** Played before the random sequences. */
  readonly first?: readonly Step[];
}

export interface Exploration {
  readonly seed: number;
  readonly sequences: number;
  readonly steps: number;
  /** The shortest known sequence after which the system and the model differ. */
  readonly divergence: { readonly steps: readonly Step[]; readonly what: string } | undefined;
}

/**
 * The maximum number of shorter sequences to play after a divergence. They take about a minute, and
 * most divergences then need only about ten steps.
 */
const MAX_TRIES = 150;

/**
 * Plays random sequences until the system and the model differ, then looks for the shortest
 * sequence with a difference.
 */
export async function explore(system: System, bounds: ExplorationLimits): Promise<Exploration> {
  let played = 0;
  let taken = 0;
  let attempts: number | undefined;
  const property = fc.asyncProperty(sequences(bounds.steps), async (steps) => {
    if (attempts !== undefined && ++attempts > MAX_TRIES) return;
    played += 1;
    taken += steps.length;
    try {
      await play(system, steps);
    } catch (error) {
      attempts ??= 0;
      throw error;
    }
  });
  const examples: [Step[]][] = bounds.first ? [[[...bounds.first]]] : [];
  const result = await fc.check(property, {
    seed: bounds.seed,
    numRuns: bounds.sequences,
    examples,
  });
  const divergence =
    result.failed && result.counterexample
      ? { steps: result.counterexample[0], what: String(result.errorInstance) }
      : undefined;
  return { seed: bounds.seed, sequences: played, steps: taken, divergence };
}

export function formatExplorationReport({
  seed,
  sequences: played,
  steps,
  divergence,
}: Exploration): string {
  const counts = `${played} sequences, ${steps} steps, ${divergence ? 1 : 0} divergences`;
  if (!divergence) return `seed ${seed}: ${counts}`;
  const lines = divergence.steps.map((step) => `  ${JSON.stringify(step)}`).join(',\n');
  return `seed ${seed}: ${counts}\n${divergence.what}\n[\n${lines}\n]`;
}

/** SEED repeats an earlier run. */
export function seedOf(text = process.env.SEED): number {
  const seed = text === undefined ? Date.now() % 1_000_000_000 : Number(text);
  if (!Number.isSafeInteger(seed)) throw new Error(`a seed is a whole number, not ${text}`);
  return seed;
}
