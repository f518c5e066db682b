import type { PaymentAnswer } from '@/lib/http/answers/payment';

/** What a client was told about one payment of its own. */
export interface Told {
  /** The Idempotency-Key it was created with. */
  readonly key: string;
  readonly payment: PaymentAnswer;
  /** Whether the shop asked to cancel it, and the server has said that it is. */
  cancel: 'not asked' | 'asked' | 'done' | 'refused';
}

/** All that clients were told: what the servers must stand by, whatever is killed. */
export interface Notebook {
  readonly told: Told[];
  /** Requests that had to be sent again because the connection broke or the answer was a 503. */
  retries: number;
}
