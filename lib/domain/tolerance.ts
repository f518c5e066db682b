import { type Sats, toSats } from './sats';

const PPM = 1_000_000n;

/**
 * Returns the minimum that counts as paid: ceil(amount × (1 000 000 − tolerance) / 1 000 000),
 * computed in integers.
 */
export function requiredSats(amount: Sats, tolerancePpm: number): Sats {
  const scaled = BigInt(amount) * (PPM - BigInt(tolerancePpm));
  return toSats((scaled + PPM - 1n) / PPM);
}
