import type { Random } from '@/test/support/random';
import { PART_KINDS, type PartKind } from './part';

export interface PlannedKill {
  readonly kind: PartKind;
  readonly which: number;
  readonly afterMs: number;
  /** Whether everything must work again before this kill. If false, parts may be starting. */
  readonly whenUp: boolean;
  readonly downMs: number;
}

const WEIGHTS: Readonly<Record<PartKind, number>> = { server: 45, database: 30, node: 25 };

/** Plans random kills. The same seed gives the same plan. */
export function planKills(random: Random, count: number): PlannedKill[] {
  const kinds = PART_KINDS.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));
  return Array.from({ length: count }, () => ({
    kind: random.pick(kinds),
    which: random.int(0, 1),
    whenUp: random.chance(0.6),
    afterMs: random.int(0, 2_500),
    downMs: random.chance(0.5) ? 0 : random.int(0, 2_000),
  }));
}
