import type { LinkResponse } from '@/lib/http/links/link-response';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import type { RefundResponse } from '@/lib/http/refunds/refund-response';

/** A payment that the server has acknowledged in a response to a client. */
export interface AcknowledgedPayment {
  /**
   * The payment's reference. It is also the Idempotency-Key, unless the payment came from a link.
   */
  readonly key: string;
  readonly payment: PaymentResponse;
  /** Whether the client has requested a cancellation, and what the server responded. */
  cancel: 'not asked' | 'asked' | 'done' | 'refused';
}

/** A payment link as the API returned it, and how often visitors opened its page. */
export interface KnownLink {
  readonly link: LinkResponse;
  readonly unanswered: number;
  /** The number of requests for the page, and the number of responses with the page. */
  asked: number;
  shown: number;
}

/** A form on the page of a link, with the values that a visitor has entered. */
export interface Form {
  readonly linkId: string;
  /** The token of the form, which stays the same when the form is sent again. */
  readonly token: string;
  /** Null if the page has no such field. */
  readonly amount: string | null;
  readonly note: string | null;
}

/** A form and the response to it. The form was sent until it got a response. */
export interface Click extends Form {
  /** The number of times that the form was sent and got no response. */
  readonly unanswered: number;
  /** The checkout id of the payment to which the form led; null if the form was refused. */
  readonly checkoutId: string | null;
}

/** A refund as the API returned it when it was recorded. */
export interface RecordedRefund {
  readonly refund: RefundResponse;
  /** Whether the wallet has replaced a transaction that paid the refund. */
  isReplaced: boolean;
}

/** The fields of an invoice that plugins read. */
export interface Invoice {
  readonly id: string;
  readonly amount: string;
  readonly status: string;
  readonly additionalStatus: string;
  readonly metadata: { readonly orderId: string };
}

/** An order that a shop's plugin created, with the invoice in the server's response. */
export interface KnownOrder {
  readonly orderId: string;
  readonly invoice: Invoice;
  readonly address: string;
  readonly sats: number;
  /** The underpayment that the invoice accepts, in parts per million of its amount. */
  readonly ppm: number;
  /** The number of times that the request was sent and got no response. */
  readonly unanswered: number;
}

/** All responses that clients got. They must stay true after any kill. */
export interface Notebook {
  readonly acknowledged: AcknowledgedPayment[];
  readonly links: KnownLink[];
  readonly clicks: Click[];
  readonly refunds: RecordedRefund[];
  readonly orders: KnownOrder[];
  /** The number of requests that were repeated after a broken connection or a 503. */
  retries: number;
}
