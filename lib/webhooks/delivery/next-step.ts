import { MAX_RETRY_AFTER_MS, nextAttemptAt, RETRY_WINDOW_TEXT } from '@/lib/domain/retry-schedule';
import { causeOf, type FailureCause } from '../transport/cause';
import type { ExchangeResult } from '../transport/progress';
import { toHostHealthSign } from './breaker';
import type { Claim } from './claim-deliveries';
import type { HostBreakerColumns } from './webhook-host';

export interface CompletedAttempt {
  readonly claim: Claim;
  readonly result: ExchangeResult;
  /** As sent; empty if nothing was sent. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly at: Date;
  /** From 0 to 1, for the jitter of the next attempt. */
  readonly chance: number;
}

export interface NextStep {
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly nextAttemptAt: Date | null;
  readonly notBefore: Date | null;
  readonly cause: FailureCause | null;
  readonly lastError: string | null;
  /** Whether a failed delivery needs no decision, because its webhook was removed. */
  readonly isUnwanted?: boolean;
}

export interface PreviousAttempts {
  /** The attempts since the delivery was created or last resent manually. */
  readonly count: number;
  readonly lastAt: Date | null;
}

const GONE = 410;
export const WEBHOOK_REMOVED = 'The shop removed this webhook.';

/** Returns the next step after an attempt, given the host's state before it. */
export function nextStep(
  { claim, result, at, chance }: CompletedAttempt,
  previous: PreviousAttempts | undefined,
  host: HostBreakerColumns,
): NextStep {
  const cause = causeOf(result);
  const last = { nextAttemptAt: null, notBefore: null, cause };
  if (result.ok) return { status: 'delivered', ...last, lastError: null };
  // Only a webhook that was removed from its store has no secret.
  const isRemoved = claim.dialect !== null && claim.sealedSecrets.length === 0;
  if (isRemoved) return { status: 'failed', ...last, lastError: WEBHOOK_REMOVED, isUnwanted: true };
  const { startedAt } = claim;
  const { status, retryAfterMs } = result;
  const attempts = (previous?.count ?? 0) + 1;
  const isLast = status === GONE || claim.dialect?.isSentOnce === true;
  const next = isLast ? null : nextAttemptAt(attempts, startedAt, at, chance, retryAfterMs);
  if (!next) {
    const when = isLast ? 'immediately' : `after ${RETRY_WINDOW_TEXT} of attempts`;
    const advice = `It was given up ${when}: resend it once the endpoint works.`;
    return { status: 'failed', ...last, lastError: cause && `${cause.message} ${advice}` };
  }
  const askedMs = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  const askedUntil = askedMs > 0 ? new Date(at.getTime() + askedMs) : null;
  return {
    status: 'pending',
    nextAttemptAt: next,
    notBefore: failsAlone(result, previous, host) ? next : askedUntil,
    cause,
    lastError: cause?.message ?? null,
  };
}

/**
 * Whether the host accepted other events since the previous attempt. The host's recovery must then
 * not speed up this delivery.
 */
function failsAlone(
  result: CompletedAttempt['result'],
  previous: PreviousAttempts | undefined,
  { lastSuccessAt }: HostBreakerColumns,
): boolean {
  if (toHostHealthSign(result) === 'unknown' || !lastSuccessAt || !previous?.lastAt) return false;
  return previous.lastAt <= lastSuccessAt;
}
