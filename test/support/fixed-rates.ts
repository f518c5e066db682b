import type { Db } from '@/db/client';
import { FIXED_RATES, parseFixedRates } from '@/lib/rates/rate-settings';
import { Rates } from '@/lib/rates/rates';

export function fixedRates(db: Db): Rates {
  const settings = {
    sources: 'fixed' as const,
    oneSource: new Map(),
    fixed: parseFixedRates(FIXED_RATES),
    spreadPpm: 0,
    maxAgeMs: 0,
    maxDeviationPpm: 0,
    lastGoodMs: 0,
  };
  return new Rates({ db, settings, clock: () => new Date(), onFault: () => {} });
}
