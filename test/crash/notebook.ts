import type { PaymentAnswer } from '@/lib/http/answers/payment';

/** The answers a client got about one of its payments. */
export interface Acknowledged {
  /** The Idempotency-Key it was created with. */
  readonly key: string;
  readonly payment: PaymentAnswer;
  /** Whether the client asked to cancel it, and the server confirmed it. */
  cancel: 'not asked' | 'asked' | 'done' | 'refused';
}

/** All answers that clients got: the servers must keep to them after any kill. */
export interface Notebook {
  readonly acknowledged: Acknowledged[];
  /** Requests repeated after a broken connection or a 503. */
  retries: number;
}
