import { scaleSymlog } from 'd3-scale';

/** From this amount (in sat) on, the scale grows with the number of digits. */
const SMALL_SATS = 1_000;

/**
 * A symmetric-logarithmic scale of amounts from 0 to `most`, on which one large payment leaves the
 * others visible.
 */
export function satsScale(most: number, range: [number, number]) {
  return scaleSymlog([0, Math.max(1, most)], range).constant(SMALL_SATS);
}
