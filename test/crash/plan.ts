import type { Random } from '@/test/support/random';
import { KINDS, type PartKind } from './part';

/** Which part is killed, when, and how long it stays down. */
export interface Kill {
  readonly kind: PartKind;
  /** Selects one of several servers. */
  readonly which: number;
  readonly afterMs: number;
  /**
   * Whether the kill waits until everything works again. Otherwise some parts may still be
   * starting.
   */
  readonly whenUp: boolean;
  readonly downMs: number;
}

const WEIGHTS: Readonly<Record<PartKind, number>> = { server: 45, database: 30, node: 25 };

/** Returns a plan of random kills. The same seed gives the same plan. */
export function planKills(random: Random, count: number): Kill[] {
  const kinds = KINDS.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));
  return Array.from({ length: count }, () => ({
    kind: random.pick(kinds),
    which: random.int(0, 1),
    whenUp: random.chance(0.6),
    afterMs: random.int(0, 2_500),
    downMs: random.chance(0.5) ? 0 : random.int(0, 2_000),
  }));
}
