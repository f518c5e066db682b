import type { Kill } from './killable-process';
import type { RateTable } from './prices';
import type { EventType } from './reference-payment';
import type { ReplyName } from './replies';

/**
 * The index of a payment, transaction or address, wrapped around the existing ones when the step
 * is played.
 */
export type WrappedIndex = number;

/** The amount a customer sends, relative to what the payment asks for. */
export type PaidShare = 'exact' | 'least' | 'under' | 'over' | 'part' | 'rest';

export type Action =
  | {
      readonly kind: 'create';
      readonly amount: number;
      readonly ppm: number;
      readonly depth: number;
      readonly expiresIn: number;
      /** The index of a receiver's URL; null for none. */
      readonly hook: WrappedIndex | null;
      /** The index of a customer-provided address; null for the wallet's next one. */
      readonly address: WrappedIndex | null;
      /** The Idempotency-Key of the request. */
      readonly key: WrappedIndex | null;
      /** The price in the least unit of its currency; null to ask for the amount in satoshis. */
      readonly price: { readonly units: number; readonly currency: keyof RateTable } | null;
      /** The index of the shop's data in SAID; null for none. */
      readonly said: WrappedIndex | null;
    }
  /** Restarts the servers with another table of fixed rates. */
  | { readonly kind: 'rates'; readonly table: WrappedIndex }
  /** Payments with a webhook, each paid exactly and immediately. */
  | { readonly kind: 'sell'; readonly hooks: readonly WrappedIndex[]; readonly amount: number }
  /** Repeats the last body of an Idempotency-Key, or sends another body with it. */
  | { readonly kind: 'createAgain'; readonly key: WrappedIndex; readonly other: boolean }
  | { readonly kind: 'cancel'; readonly payment: WrappedIndex }
  | { readonly kind: 'pay'; readonly payment: WrappedIndex; readonly sum: PaidShare }
  /** Pays a customer-provided address, whether or not a payment uses it. */
  | { readonly kind: 'payAddress'; readonly address: WrappedIndex; readonly sats: number }
  | { readonly kind: 'replace'; readonly tx: WrappedIndex; readonly to: 'same' | 'nowhere' }
  | { readonly kind: 'doubleSpend'; readonly tx: WrappedIndex }
  | { readonly kind: 'mine'; readonly blocks: number }
  | {
      readonly kind: 'reorg';
      readonly depth: number;
      readonly remine: boolean;
      readonly drop: WrappedIndex | null;
    }
  /** A reorg whose new chain confirms another transaction in place of one. */
  | {
      readonly kind: 'rewrite';
      readonly depth: number;
      readonly tx: WrappedIndex;
      readonly to: 'same' | 'nowhere';
      readonly blocks: number;
    }
  | { readonly kind: 'wait'; readonly ms: number }
  /** Moves the clock to a payment's expiry, or this many milliseconds before or after. */
  | { readonly kind: 'waitForExpiry'; readonly payment: WrappedIndex; readonly ms: number }
  /** Kills and restarts a server process: its source loses its memory. */
  | { readonly kind: 'restart'; readonly process: 0 | 1 }
  | { readonly kind: 'outage'; readonly callsLeft: number; readonly failures: number }
  | ({ readonly kind: 'dispatch' } & Dispatch)
  /** Sets the reply of one URL or of all of them. */
  | { readonly kind: 'answer'; readonly hook: WrappedIndex | null; readonly reply: ReplyName }
  /**
   * Moves the clock to the next attempt of a delivery, or this many milliseconds before or after.
   */
  | { readonly kind: 'waitForAttempt'; readonly delivery: WrappedIndex; readonly ms: number }
  /** Resends one delivery; null for all that were given up. */
  | { readonly kind: 'resend'; readonly delivery: WrappedIndex | null }
  | { readonly kind: 'rotateSecret'; readonly overlapS: number }
  | { readonly kind: 'choose'; readonly types: readonly EventType[] }
  | { readonly kind: 'pause' | 'resume'; readonly hook: WrappedIndex }
  /** Adds an endpoint for the events of all payments, or changes the events of an added one. */
  | {
      readonly kind: 'addEndpoint';
      readonly hook: WrappedIndex;
      readonly types: readonly EventType[];
    }
  | { readonly kind: 'removeEndpoint'; readonly hook: WrappedIndex }
  /** A member accepts money that came late, is short or is over. */
  | { readonly kind: 'accept'; readonly payment: WrappedIndex }
  /** Records a refund, whose customer has an address of their own. */
  | {
      readonly kind: 'refund';
      readonly payment: WrappedIndex;
      readonly sats: number;
      /** Whether more may be given back than was received. */
      readonly excess: boolean;
    }
  /** Pays a refund: exactly, or this much more. */
  | { readonly kind: 'payRefund'; readonly refund: WrappedIndex; readonly over: number }
  | { readonly kind: 'dropRefund'; readonly refund: WrappedIndex }
  /** Sets the default webhook URL; null for none. */
  | { readonly kind: 'defaultHook'; readonly hook: WrappedIndex | null }
  | ({ readonly kind: 'makeLink' } & LinkPlan)
  | ({ readonly kind: 'click' } & ClickPlan)
  /** Concurrent clicks by several visitors, on pages of both processes. */
  | {
      readonly kind: 'crowd';
      readonly link: WrappedIndex;
      readonly visitors: number;
      readonly units: number;
    }
  | { readonly kind: 'deactivate'; readonly link: WrappedIndex }
  /** Kills a process during some work, possibly with another process running. */
  | {
      readonly kind: 'kill';
      readonly process: 0 | 1;
      readonly work: KillableWork;
      readonly beside: boolean;
      readonly moment: Kill;
    };

export interface LinkPlan {
  /** The amount in satoshis, as a price, or as the visitor chooses. */
  readonly asks: 'sats' | 'price' | 'free';
  readonly currency: keyof RateTable;
  /** The minimum amount for visitors, in the smallest unit of the currency. */
  readonly least: number | null;
  /** In satoshis, or in the smallest unit of the currency. */
  readonly amount: number;
  /** The number of payments; null for any. */
  readonly most: number | null;
  /** In seconds; null for no expiry. */
  readonly lasts: number | null;
  readonly note: { readonly label: string; readonly required: boolean } | null;
  readonly ppm: number;
  readonly depth: number;
  readonly expiresIn: number;
  readonly hook: WrappedIndex | null;
  readonly said: WrappedIndex | null;
}

export interface ClickPlan {
  readonly link: WrappedIndex;
  /** Each visitor has a browser, which remembers its last payment. */
  readonly visitor: number;
  /** The typed amount, in the smallest unit of the link's currency. */
  readonly units: number;
  readonly note: string;
  /** A new form, or the last one: unchanged, or edited after going back. */
  readonly form: 'new' | 'edited' | 'same';
  /** Sends no cookie, like a second click before the response to the first. */
  readonly forgets: boolean;
  /** Moves the clock to `ms` before the end of the link or of the visitor's payment. */
  readonly before: { readonly end: 'link' | 'payment'; readonly ms: number } | null;
}

export interface Dispatch {
  /** The senders: one process with one attempt at a time, or both with one at a time per host. */
  readonly process: 0 | 1 | 'both';
  /** The number of further moments at which due attempts are sent. */
  readonly times: number;
  readonly random: number;
}

/** The work during which a process is killed. */
export type KillableWork =
  /** Reading this many new blocks and the mempool. */
  | { readonly kind: 'read'; readonly blocks: number }
  | { readonly kind: 'dispatch' }
  | Extract<Action, { readonly kind: 'create' | 'cancel' | 'click' }>;

/**
 * The processes that read the chain after the action: none (the servers are down), one, or both
 * concurrently.
 */
export type Readers = 'none' | 'first' | 'second' | 'both';

export interface Step {
  readonly action: Action;
  readonly readers: Readers;
}
