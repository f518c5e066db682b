import { satsScale } from './sats-scale';

/** The height of the smallest amount, so that it is visible. */
const MIN_HEIGHT = 0.08;

/** The height of a block's column, from 0 to 1, for the amount it confirmed (in sat). */
export function columnHeights(amounts: readonly number[]): number[] {
  const scale = satsScale(Math.max(...amounts), [MIN_HEIGHT, 1]);
  return amounts.map((sats) => (sats === 0 ? 0 : scale(sats)));
}
