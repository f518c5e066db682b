import type { KillMoment } from './killable-process';
import type { RateTable } from './prices';
import type { EventType } from './reference-payment';
import type { ReplyName } from './replies';

/**
 * An index of a payment, transaction or address. When a step is played, an index past the end
 * continues at the beginning.
 */
export type WrappedIndex = number;

/** Relative to the amount that the payment requests. */
export type PaidShare = 'exact' | 'least' | 'under' | 'over' | 'part' | 'rest';

export type Action =
  | {
      readonly kind: 'create';
      readonly amount: number;
      readonly ppm: number;
      readonly depth: number;
      readonly expiresIn: number;
      /** Null for a payment without a webhook URL. */
      readonly hook: WrappedIndex | null;
      /** Null for the next address of the wallet, otherwise a customer-provided address. */
      readonly address: WrappedIndex | null;
      /** Null for a request without an Idempotency-Key. */
      readonly key: WrappedIndex | null;
      /** In the currency's smallest unit; null for an amount in satoshis. */
      readonly price: { readonly units: number; readonly currency: keyof RateTable } | null;
      /** The index in SHOP_DATA; null for no data. */
      readonly said: WrappedIndex | null;
    }
  /** Restarts the servers with another table of fixed rates. */
  | { readonly kind: 'rates'; readonly table: WrappedIndex }
  /** Creates payments with a webhook URL, and pays each of them exactly and immediately. */
  | { readonly kind: 'sell'; readonly hooks: readonly WrappedIndex[]; readonly amount: number }
  /** Sends an Idempotency-Key again, with the same body or with another. */
  | { readonly kind: 'createAgain'; readonly key: WrappedIndex; readonly other: boolean }
  | { readonly kind: 'cancel'; readonly payment: WrappedIndex }
  | { readonly kind: 'pay'; readonly payment: WrappedIndex; readonly sum: PaidShare }
  /** Pays a customer-provided address, even if no payment uses it. */
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
  /** Makes a reorg whose new chain confirms a conflicting transaction instead of the given one. */
  | {
      readonly kind: 'rewrite';
      readonly depth: number;
      readonly tx: WrappedIndex;
      readonly to: 'same' | 'nowhere';
      readonly blocks: number;
    }
  | { readonly kind: 'wait'; readonly ms: number }
  /** Moves the clock to the expiry of a payment plus `ms`, which may be negative. */
  | { readonly kind: 'waitForExpiry'; readonly payment: WrappedIndex; readonly ms: number }
  /** Kills a server process and restarts it, with an empty cache of its source. */
  | { readonly kind: 'restart'; readonly process: 0 | 1 }
  | { readonly kind: 'outage'; readonly callsLeft: number; readonly failures: number }
  | ({ readonly kind: 'dispatch' } & DispatchPlan)
  /** Null sets the reply of all URLs. */
  | { readonly kind: 'answer'; readonly hook: WrappedIndex | null; readonly reply: ReplyName }
  /** Moves the clock to the next attempt of a delivery plus `ms`, which may be negative. */
  | { readonly kind: 'waitForAttempt'; readonly delivery: WrappedIndex; readonly ms: number }
  /** Null resends all deliveries that were given up. */
  | { readonly kind: 'resend'; readonly delivery: WrappedIndex | null }
  | { readonly kind: 'rotateSecret'; readonly overlapS: number }
  | { readonly kind: 'choose'; readonly types: readonly EventType[] }
  | { readonly kind: 'pause' | 'resume'; readonly hook: WrappedIndex }
  /** Adds an endpoint for the events of all payments, or changes the events of a known one. */
  | {
      readonly kind: 'addEndpoint';
      readonly hook: WrappedIndex;
      readonly types: readonly EventType[];
    }
  | { readonly kind: 'removeEndpoint'; readonly hook: WrappedIndex }
  /** A member accepts an amount that is late, too low or too high. */
  | { readonly kind: 'accept'; readonly payment: WrappedIndex }
  | {
      readonly kind: 'refund';
      readonly payment: WrappedIndex;
      readonly sats: number;
      /** Whether the refund may exceed the received amount. */
      readonly excess: boolean;
    }
  /** Pays a refund with its amount plus `over` satoshis. */
  | { readonly kind: 'payRefund'; readonly refund: WrappedIndex; readonly over: number }
  | { readonly kind: 'dropRefund'; readonly refund: WrappedIndex }
  /** Sets the webhook URL of payments that specify none; null removes it. */
  | { readonly kind: 'defaultHook'; readonly hook: WrappedIndex | null }
  | ({ readonly kind: 'makeLink' } & LinkPlan)
  | ({ readonly kind: 'click' } & ClickPlan)
  /** Several visitors click on a link concurrently, on pages of both processes. */
  | {
      readonly kind: 'crowd';
      readonly link: WrappedIndex;
      readonly visitors: number;
      readonly units: number;
    }
  | { readonly kind: 'deactivate'; readonly link: WrappedIndex }
  /** Kills a process during some work. With `beside`, the other process runs at the same time. */
  | {
      readonly kind: 'kill';
      readonly process: 0 | 1;
      readonly work: KillableWork;
      readonly beside: boolean;
      readonly moment: KillMoment;
    };

export interface LinkPlan {
  /** Whether the link's amount is in satoshis, a price, or chosen by the visitor. */
  readonly asks: 'sats' | 'price' | 'free';
  readonly currency: keyof RateTable;
  /** The minimum of a chosen amount, in the currency's smallest unit; null for none. */
  readonly least: number | null;
  /** In satoshis, or in the currency's smallest unit. */
  readonly amount: number;
  /** The maximum number of payments; null for no maximum. */
  readonly most: number | null;
  /** The time until the link expires, in seconds; null for no expiry. */
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
  /** Each visitor has a browser that remembers its last payment. */
  readonly visitor: number;
  /** The amount that the visitor types, in the smallest unit of the link's currency. */
  readonly units: number;
  readonly note: string;
  /**
   * Whether the visitor opens a new form, goes back and edits the last one, or sends it unchanged.
   */
  readonly form: 'new' | 'edited' | 'same';
  /** Whether the form is sent without the cookie, like a second click before the first response. */
  readonly forgets: boolean;
  /** Moves the clock to the expiry of the link or of the visitor's last payment plus `ms`. */
  readonly before: { readonly end: 'link' | 'payment'; readonly ms: number } | null;
}

export interface DispatchPlan {
  /** With `both`, each process sends one attempt at a time per host. */
  readonly process: 0 | 1 | 'both';
  /** How often due deliveries are sent. */
  readonly times: number;
  readonly random: number;
}

export type KillableWork =
  /** Reads the mempool and this many new blocks. */
  | { readonly kind: 'read'; readonly blocks: number }
  | { readonly kind: 'dispatch' }
  | Extract<Action, { readonly kind: 'create' | 'cancel' | 'click' }>;

/** Which processes read the chain after the action. With `none`, the servers are down. */
export type ReadingProcesses = 'none' | 'first' | 'second' | 'both';

export interface Step {
  readonly action: Action;
  readonly readers: ReadingProcesses;
}
