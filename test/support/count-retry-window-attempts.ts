import { RETRY_WINDOW_MS, retryWaitMs } from '@/lib/domain/retry-schedule';

/** Returns the number of attempts of a delivery that always fails, without jitter. */
export function countRetryWindowAttempts(): number {
  let attempts = 1;
  for (let at = retryWaitMs(1); at <= RETRY_WINDOW_MS; at += retryWaitMs(attempts)) attempts += 1;
  return attempts;
}
