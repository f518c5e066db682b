import { EXCHANGE_LIMITS, type ExchangeLimits } from '@/lib/webhooks/send';

/** Longer than a machine takes for anything, however much else it has to do. */
const PATIENCE_MS = 120_000;

/** For exchanges that are not about limits, or about one that is set apart. */
export const PATIENT: ExchangeLimits = {
  ...EXCHANGE_LIMITS,
  dnsMs: PATIENCE_MS,
  connectMs: PATIENCE_MS,
  tlsMs: PATIENCE_MS,
  firstByteMs: PATIENCE_MS,
  totalMs: PATIENCE_MS,
};
