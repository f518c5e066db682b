import { PPM_PER_PERCENT } from './ppm-per-percent';

/** How much less than its amount a payment accepts. @param ppm parts per million */
export function toleranceText(ppm: number): string {
  return ppm === 0 ? 'None' : `${ppm / PPM_PER_PERCENT} % underpayment accepted`;
}
