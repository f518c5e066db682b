import type { Kill } from './mortal';
import type { ReplyName } from './replies';

/** Which payment, transaction or address: counted round what there is when the step is played. */
export type Which = number;

/** How much a customer sends, measured at what the payment asks for. */
export type Sum = 'exact' | 'least' | 'under' | 'over' | 'part' | 'rest';

export type Act =
  | {
      readonly kind: 'create';
      readonly amount: number;
      readonly ppm: number;
      readonly depth: number;
      readonly expiresIn: number;
      /** A receiver's URL to send events to; null: none. */
      readonly hook: Which | null;
      /** A customer-provided address; null: the wallet's next one. */
      readonly address: Which | null;
      /** Sent with this Idempotency-Key. */
      readonly key: Which | null;
    }
  /** Payments with a webhook, paid exactly and at once. */
  | { readonly kind: 'sell'; readonly hooks: readonly Which[]; readonly amount: number }
  /** The last body of an Idempotency-Key again, or another body with it. */
  | { readonly kind: 'createAgain'; readonly key: Which; readonly other: boolean }
  | { readonly kind: 'cancel'; readonly payment: Which }
  | { readonly kind: 'pay'; readonly payment: Which; readonly sum: Sum }
  /** Money to a customer-provided address, whether or not a payment uses it. */
  | { readonly kind: 'payAddress'; readonly address: Which; readonly sats: number }
  | { readonly kind: 'replace'; readonly tx: Which; readonly to: 'same' | 'nowhere' }
  | { readonly kind: 'doubleSpend'; readonly tx: Which }
  | { readonly kind: 'mine'; readonly blocks: number }
  | {
      readonly kind: 'reorg';
      readonly depth: number;
      readonly remine: boolean;
      readonly drop: Which | null;
    }
  /** A reorg whose new chain confirms something else in place of a transaction. */
  | {
      readonly kind: 'rewrite';
      readonly depth: number;
      readonly tx: Which;
      readonly to: 'same' | 'nowhere';
      readonly blocks: number;
    }
  | { readonly kind: 'wait'; readonly ms: number }
  /** To a payment's expiry, or so many milliseconds before or after. */
  | { readonly kind: 'waitForExpiry'; readonly payment: Which; readonly ms: number }
  /** A server process is killed and started: what its source kept in memory is lost. */
  | { readonly kind: 'restart'; readonly process: 0 | 1 }
  | { readonly kind: 'outage'; readonly callsLeft: number; readonly failures: number }
  | ({ readonly kind: 'dispatch' } & Dispatch)
  /** How a receiver answers from now on, at one URL or at all of them. */
  | { readonly kind: 'answer'; readonly hook: Which | null; readonly reply: ReplyName }
  /** To when a delivery can be tried, or so many milliseconds before or after. */
  | { readonly kind: 'waitForTry'; readonly delivery: Which; readonly ms: number }
  /** A delivery by hand; null: all that were given up. */
  | { readonly kind: 'resend'; readonly delivery: Which | null }
  | { readonly kind: 'rotateSecret'; readonly overlapS: number }
  /** A process is killed while it does something, another perhaps beside it. */
  | {
      readonly kind: 'kill';
      readonly process: 0 | 1;
      readonly work: Work;
      readonly beside: boolean;
      readonly moment: Kill;
    };

export interface Dispatch {
  /** Who sends: one process one try after another, or both with one try at once to each host. */
  readonly process: 0 | 1 | 'both';
  /** Sent again at each of the next moments at which something can be tried. */
  readonly times: number;
  readonly random: number;
}

/** What a process is killed at. */
export type Work =
  /** Of so many new blocks, and what else there is. */
  | { readonly kind: 'read'; readonly blocks: number }
  | { readonly kind: 'dispatch' }
  | Extract<Act, { readonly kind: 'create' | 'cancel' }>;

/** Who reads the chain after the act: nobody (the servers are down), one process, or both at once. */
export type Readers = 'none' | 'first' | 'second' | 'both';

export interface Step {
  readonly act: Act;
  readonly readers: Readers;
}
