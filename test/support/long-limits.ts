import { EXCHANGE_LIMITS, type ExchangeLimits } from '@/lib/webhooks/transport/progress';

/** No exchange takes this long, even on a busy machine. */
const LONG_TIMEOUT_MS = 120_000;

/** For tests that do not test time limits. A test of one limit changes only this limit. */
export const LONG_LIMITS: ExchangeLimits = {
  ...EXCHANGE_LIMITS,
  dnsMs: LONG_TIMEOUT_MS,
  connectMs: LONG_TIMEOUT_MS,
  tlsMs: LONG_TIMEOUT_MS,
  firstByteMs: LONG_TIMEOUT_MS,
  totalMs: LONG_TIMEOUT_MS,
  restMs: LONG_TIMEOUT_MS,
};
