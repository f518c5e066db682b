import { PPM_PER_PERCENT } from './ppm-per-percent';

/** By how much a payment may be underpaid. @param ppm parts per million */
export function toleranceText(ppm: number): string {
  return ppm === 0 ? 'None' : `${ppm / PPM_PER_PERCENT} % underpayment accepted`;
}
