import type { Cause } from './cause';
import type { Claim } from './claim';
import type { ExchangeResult } from './progress';

/** The delivery's new state. `late`: the lease had run out, and another attempt has it. */
export type Finish = 'delivered' | 'failed' | 'retry' | 'late';

export interface FinishedAttempt {
  readonly claim: Claim;
  readonly result: ExchangeResult;
  /** The sent headers; empty when nothing was sent. */
  readonly requestHeaders: Readonly<Record<string, string>>;
}

/** The end of an attempt, with everything to write. */
export interface AttemptEnd extends FinishedAttempt {
  readonly at: Date;
  readonly cause: Cause | null;
  readonly delivery: {
    readonly status: 'pending' | 'delivered' | 'failed';
    readonly nextAttemptAt: Date | null;
    readonly notBefore: Date | null;
    readonly lastError: string | null;
  };
}

/** @param isMine whether the lease had not run out */
export function finishOf({ delivery: { status } }: AttemptEnd, isMine: boolean): Finish {
  if (!isMine) return 'late';
  return status === 'pending' ? 'retry' : status;
}
