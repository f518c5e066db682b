import type { Db } from '@/db/client';
import { nextRateAt, noteRates } from '@/lib/payments/note-rates';
import type { Rates } from '@/lib/rates/rates';
import { whenDue } from './pace';

interface RateJobDeps {
  readonly clock: () => Date;
  readonly db: Db;
  readonly rates: Rates;
}

/** How soon after a confirmation a rate is asked for, and how often again while nobody agrees. */
const PACE = { leastMs: 15_000, mostMs: 30_000 };

/** The job that notes what a bitcoin cost when payments were confirmed. */
export function ratesJob({ db, clock, rates }: RateJobDeps) {
  return {
    name: 'note-rates',
    run: () => noteRates(db, rates, clock()),
    pace: whenDue(clock, () => nextRateAt(db), PACE),
    cron: '*/5 * * * *',
  };
}
