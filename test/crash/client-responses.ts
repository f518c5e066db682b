import type { LinkResponse } from '@/lib/http/links/link-response';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import type { RefundResponse } from '@/lib/http/refunds/refund-response';

export interface AcknowledgedPayment {
  /** The payment's reference, and its Idempotency-Key unless the payment came from a link. */
  readonly key: string;
  readonly payment: PaymentResponse;
  cancel: 'not asked' | 'asked' | 'done' | 'refused';
}

export interface KnownLink {
  readonly link: LinkResponse;
  readonly unanswered: number;
  asked: number;
  shown: number;
}

export interface LinkPageForm {
  readonly linkId: string;
  /** Repeated requests send the same token. */
  readonly token: string;
  /** Null if the page has no field for the amount. */
  readonly amount: string | null;
  readonly note: string | null;
}

/** A form and the response to it. The visitor sent the form until it got a response. */
export interface SubmittedForm extends LinkPageForm {
  /** How often the form got no response. */
  readonly unanswered: number;
  /** Null if the form was refused. */
  readonly checkoutId: string | null;
}

export interface RecordedRefund {
  readonly refund: RefundResponse;
  isReplaced: boolean;
}

export interface Invoice {
  readonly id: string;
  readonly amount: string;
  readonly status: string;
  readonly additionalStatus: string;
  readonly metadata: { readonly orderId: string };
}

export interface KnownOrder {
  readonly orderId: string;
  readonly invoice: Invoice;
  readonly address: string;
  readonly sats: number;
  /** The underpayment that the invoice accepts, in parts per million. */
  readonly ppm: number;
  /** How often the request got no response. */
  readonly unanswered: number;
}

/** All responses that clients got. They must stay true after any kill. */
export interface ClientResponses {
  readonly acknowledged: AcknowledgedPayment[];
  readonly links: KnownLink[];
  readonly clicks: SubmittedForm[];
  readonly refunds: RecordedRefund[];
  readonly orders: KnownOrder[];
  /** The number of requests that clients repeated, after a broken connection or a 503. */
  retries: number;
}
