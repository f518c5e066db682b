import type { LinkResponse } from '@/lib/http/links/link-response';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import type { RefundResponse } from '@/lib/http/refunds/refund-response';

/** The responses that a client got about one of its payments. */
export interface AcknowledgedPayment {
  /** The Idempotency-Key it was created with, or the reference of its link. */
  readonly key: string;
  readonly payment: PaymentResponse;
  /** Whether the client asked to cancel it, and the server confirmed it. */
  cancel: 'not asked' | 'asked' | 'done' | 'refused';
}

/** A payment link as created, and what visitors saw of it. */
export interface KnownLink {
  readonly link: LinkResponse;
  readonly unanswered: number;
  /** How often visitors requested the page, and how often they got it. */
  asked: number;
  shown: number;
}

/** A form on the page of a link, as a visitor fills it in. */
export interface Form {
  readonly linkId: string;
  /** Identifies the form, however often it is sent. */
  readonly token: string;
  /** Null if the page has no such field. */
  readonly amount: string | null;
  readonly note: string | null;
}

/** A form that was sent until it got a response. */
export interface Click extends Form {
  /** How often it was sent without a response. */
  readonly unanswered: number;
  /** The checkout id of the payment that it led to; null if it was refused. */
  readonly checkoutId: string | null;
}

/** A refund as recorded. */
export interface RecordedRefund {
  readonly refund: RefundResponse;
  /** Whether a transaction that paid it was replaced. */
  isReplaced: boolean;
}

/** An invoice, as far as plugins read it. */
export interface Invoice {
  readonly id: string;
  readonly amount: string;
  readonly status: string;
  readonly additionalStatus: string;
  readonly metadata: { readonly orderId: string };
}

/** An order of a shop's plugin, with its invoice as it was answered. */
export interface KnownOrder {
  readonly orderId: string;
  readonly invoice: Invoice;
  readonly address: string;
  readonly sats: number;
  /** The accepted underpayment, in parts per million. */
  readonly ppm: number;
  /** How often the request got no response. */
  readonly unanswered: number;
}

/** All responses that clients got, which must remain true after any kill. */
export interface Notebook {
  readonly acknowledged: AcknowledgedPayment[];
  readonly links: KnownLink[];
  readonly clicks: Click[];
  readonly refunds: RecordedRefund[];
  readonly orders: KnownOrder[];
  /** Requests repeated after a broken connection or a 503. */
  retries: number;
}
