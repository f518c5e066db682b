import { PPM_PER_PERCENT } from './ppm-per-percent';

/**
 * Returns by how much a payment may be underpaid, in words.
 *
 * @param ppm parts per million
 */
export function toleranceText(ppm: number): string {
  return ppm === 0 ? 'None' : `${ppm / PPM_PER_PERCENT} % underpayment accepted`;
}
