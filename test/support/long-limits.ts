import { EXCHANGE_LIMITS, type ExchangeLimits } from '@/lib/webhooks/send';

/** Longer than anything takes, even on a busy machine. */
const PATIENCE_MS = 120_000;

/** For exchanges that do not test limits, or test a single one set separately. */
export const LONG_LIMITS: ExchangeLimits = {
  ...EXCHANGE_LIMITS,
  dnsMs: PATIENCE_MS,
  connectMs: PATIENCE_MS,
  tlsMs: PATIENCE_MS,
  firstByteMs: PATIENCE_MS,
  totalMs: PATIENCE_MS,
};
