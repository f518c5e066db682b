// Made from the OpenAPI document by `npm run sdk:types`; not written by hand.

export interface CreatePayment {
  /** The amount to request, in satoshis. You may omit it if you send a `price`. Wallets send no less than 294 (P2WPKH), 330 (P2WSH, P2TR), 540 (P2SH) or 546 (P2PKH). */
  amount_sats?: number | null | undefined;
  /** The amount to request, in another currency. It is converted to satoshis when the payment is created, rounded up, and then fixed. If you also send `amount_sats`, that amount is requested, and the rate is your own. */
  price?:
    | {
        /** A decimal number with no more digits after the point than the currency has: two for EUR, none for JPY. */
        amount: string;
        /** ISO 4217, or BTC or SATS. */
        currency: string;
      }
    | null
    | undefined;
  /** The accepted underpayment, in parts per million: 1000 ppm are 0.1 %. Default: 0. */
  underpayment_tolerance_ppm?: number | null | undefined;
  /** The URL that gets the events of the payment. It must be public in production. Default: the webhook URL of the API key, if it has one. */
  webhook_url?: string | null | undefined;
  /** Confirmations before the payment counts as confirmed. Default: 3. */
  required_confirmations?: number | null | undefined;
  /** Seconds until the payment expires if it is not paid. Default: 3600. */
  expires_in?: number | null | undefined;
  /** Your reference, such as an order number, for reconciliation. */
  reference?: string | null | undefined;
  /** Address to use instead of one from the wallet, if the API key allows this. It must be an address of the key’s network. No other active payment may use it, and no other merchant may ever have used it. */
  destination_address?: string | null | undefined;
  /** The customer, for your own use: the payment page and webhooks never contain it. The dashboard lists payments by customer, and can erase a customer. Payments with the same `reference` have the same customer; without a `reference`, the `email` is compared; without both, the `name`. */
  customer?:
    | {
        name?: string | null | undefined;
        /** Kept in lower case. */
        email?: string | null | undefined;
        /** Your own id of the customer. */
        reference?: string | null | undefined;
      }
    | null
    | undefined;
  /** Your own data: up to 20 strings by names of up to 40 characters, each of up to 500, together up to 4096 bytes as JSON. Returned as given and in events; the customer never sees it. */
  metadata?: { [name: string]: string } | null | undefined;
  /** What the customer pays for, shown on the payment page. Line breaks are kept. */
  description?: string | null | undefined;
  /** The language of the payment page: en, de, fr, es, pt, it, nl, pl, tr, id, vi, ru, uk, zh-Hans, zh-Hant, ja, ko, hi, bn, th, ar, fa, ur, he, or a longer tag such as `de-CH` or `zh-TW`. Without it, the language of the customer's browser. */
  locale?: string | null | undefined;
  /** The page of your shop to which the payment page links once the payment is paid or has ended. `{PAYMENT_ID}` is replaced by the payment’s id. The URL must begin with https. Anyone can open it, so a visit does not prove a payment. */
  return_url?: string | null | undefined;
  /** Whether the payment page returns the customer to your shop 3 seconds after it shows their payment, unless they choose to stay. Needs `return_url`. Default: false. */
  return_automatically?: boolean | null | undefined;
}

export interface CreateRefund {
  /** The amount to give back, in satoshis. Without it and without a `price`, the refund gives back what is left of the excess, or of everything received if nothing was overpaid. */
  amount_sats?: number | null | undefined;
  /** The amount to give back, in another currency, at the current rate. If a member sends the refund more than ten minutes later, it is converted to satoshis again. */
  price?:
    | {
        /** A decimal number with no more digits after the point than the currency has: two for EUR, none for JPY. */
        amount: string;
        /** ISO 4217, or BTC or SATS. */
        currency: string;
      }
    | null
    | undefined;
  /** The customer's address, on the network of the payment. Without it the refund is `requested` until a member enters one, or the customer gives one on the page of a link. */
  address?: string | null | undefined;
  /** The transaction, if you have already paid. It is only a hint: Blocktally searches the mempool, and the blocks since the payment, for the output to `address` with the exact amount. */
  txid?: string | null | undefined;
  /** Whether the refunds may give back more than was received. Default: false. */
  confirm_excess?: boolean | null | undefined;
}

export interface CreatePaymentLink {
  /** What the customer pays for: the heading of the page, and the `description` of each payment. */
  title: string;
  /** The amount of each payment, in satoshis. */
  amount_sats?: number | null | undefined;
  /** The amount of each payment, in another currency. It is converted to satoshis when the customer creates the payment. */
  price?:
    | {
        /** A decimal number with no more digits after the point than the currency has: two for EUR, none for JPY. */
        amount: string;
        /** ISO 4217, or BTC or SATS. */
        currency: string;
      }
    | null
    | undefined;
  /** Lets the customer choose the amount, in this currency: `SATS` for satoshis. */
  free_amount?:
    | {
        /** ISO 4217, or BTC or SATS. */
        currency: string;
        /** The minimum amount. */
        minimum?: string | null | undefined;
        /** The maximum amount. */
        maximum?: string | null | undefined;
        /** The prefilled amount. */
        suggested?: string | null | undefined;
      }
    | null
    | undefined;
  /** How many payments the link accepts, such as 1 for an invoice, or your stock. A pending payment counts until it expires. Without this field, there is no limit. */
  max_payments?: number | null | undefined;
  /** Asks the customer for a note of up to 280 characters. */
  payer_note?:
    | {
        /** The label of the field, such as "Your name". */
        label?: string | null | undefined;
        /** Default: false. */
        required?: boolean | null | undefined;
      }
    | null
    | undefined;
  /** Asks the customer for their name and e-mail address, which the payment then has as `customer`. The page does not ask for a field that you omit. */
  customer_fields?:
    | {
        name?: 'optional' | 'required' | null | undefined;
        email?: 'optional' | 'required' | null | undefined;
      }
    | null
    | undefined;
  /** When the link stops accepting payments (ISO 8601, in UTC). Without this field, it never stops. */
  expires_at?: string | null | undefined;
  /** The accepted underpayment, in parts per million: 1000 ppm are 0.1 %. Default: 0. */
  underpayment_tolerance_ppm?: number | null | undefined;
  /** The URL that gets the events of the payment. It must be public in production. Default: the webhook URL of the API key, if it has one. */
  webhook_url?: string | null | undefined;
  /** Confirmations before the payment counts as confirmed. Default: 3. */
  required_confirmations?: number | null | undefined;
  /** Seconds until the payment expires if it is not paid. Default: 3600. */
  expires_in?: number | null | undefined;
  /** Your reference, such as an order number, for reconciliation. */
  reference?: string | null | undefined;
  /** Your own data: up to 20 strings by names of up to 40 characters, each of up to 500, together up to 4096 bytes as JSON. Returned as given and in events; the customer never sees it. */
  metadata?: { [name: string]: string } | null | undefined;
  /** The language of the payment page: en, de, fr, es, pt, it, nl, pl, tr, id, vi, ru, uk, zh-Hans, zh-Hant, ja, ko, hi, bn, th, ar, fa, ur, he, or a longer tag such as `de-CH` or `zh-TW`. Without it, the language of the customer's browser. */
  locale?: string | null | undefined;
  /** The page of your shop to which the payment page links once the payment is paid or has ended. `{PAYMENT_ID}` is replaced by the payment’s id. The URL must begin with https. Anyone can open it, so a visit does not prove a payment. */
  return_url?: string | null | undefined;
  /** Whether the payment page returns the customer to your shop 3 seconds after it shows their payment, unless they choose to stay. Needs `return_url`. Default: false. */
  return_automatically?: boolean | null | undefined;
}

export interface TestWebhook {
  /** Public endpoint that receives the event. It must accept server-to-server requests, without challenges, captchas or login redirects. */
  webhook_url: string;
}

export interface ResendFailedDeliveries {
  /** Unix time in seconds. Only deliveries of events since this time are resent. */
  from: number;
}

export interface UpdateKey {
  /** The events that are sent to the webhook URLs of the key’s payments. */
  webhook_events?:
    | (
        | 'payment.detected'
        | 'payment.confirmed'
        | 'payment.expired'
        | 'payment.canceled'
        | 'payment.underpaid'
        | 'payment.reverted'
        | 'refund.created'
        | 'refund.sent'
        | 'refund.confirmed'
      )[]
    | null
    | undefined;
  /** Origins whose pages may frame the payment page, such as `https://shop.example`. */
  embed_origins?: string[] | null | undefined;
}

export interface SandboxPay {
  /** A payment of this API key. */
  payment_id?: string | null | undefined;
  /** The id of a refund of this API key, in place of a payment. */
  refund_id?: string | null | undefined;
  /** Amount to send; by default what is left to pay. Required once nothing is left to pay. */
  amount_sats?: number | null | undefined;
}

export interface SandboxMine {
  /** Number of blocks; the first one confirms the mempool. Default: 1. */
  blocks?: number | null | undefined;
}

export interface SandboxReplace {
  /** An unconfirmed transaction that pays a payment of this key. */
  txid: string;
  /** `same`: raises the fee only; `nowhere`: returns the money to the sender. Default: "same". */
  to?: 'same' | 'nowhere' | null | undefined;
}

export interface SandboxDoubleSpend {
  /** An unconfirmed transaction that pays a payment of this key. */
  txid: string;
}

export interface SandboxReorg {
  /** Number of blocks to replace; one more is mined. Default: 1. */
  blocks?: number | null | undefined;
  /** Transactions to drop permanently. Default: []. */
  drop?: string[] | null | undefined;
  /** Whether the new blocks confirm the other transactions, or leave them in the mempool. Default: true. */
  remine?: boolean | null | undefined;
}

/** The body of a webhook. Every attempt sends the same bytes. */
export interface WebhookEvent {
  /** Version of this schema. */
  version: '1';
  type: 'payment.detected' | 'payment.confirmed';
  data: {
    payment_id: string;
    /** Transaction id: 64 hex digits. */
    txid: string;
    address: string;
    amount_sats: number;
    received_sats: number;
    confirmations: number;
    webhook_url: string;
    /** As given at creation. */
    metadata: { [name: string]: string } | null;
    /** As given at creation. */
    description: string | null;
    /** The price of the payment. */
    price: Price | null;
  };
}

export interface Price {
  /** As given at creation. */
  amount: string;
  /** ISO 4217, or BTC or SATS. */
  currency: string;
  /** What one bitcoin costs, in units of the currency. */
  rate: string;
  /** The source of the rate: exchanges separated by commas, `fixed` for the settings of the server, `unit` for BTC and SATS, or `shop`. */
  source: string;
  /** The time of the oldest quote behind the rate. */
  quoted_at: string;
  /** What the server adds to the amount in bitcoin, in parts per million. */
  spread_ppm: number;
}

/** The body of a webhook. Every attempt sends the same bytes. */
export interface ChosenWebhookEvent {
  /** Version of this schema. */
  version: '1';
  type: 'payment.expired' | 'payment.canceled' | 'payment.underpaid' | 'payment.reverted';
  data: {
    payment_id: string;
    /** Null while the payment has received nothing. */
    txid: string | null;
    address: string;
    amount_sats: number;
    received_sats: number;
    confirmations: number;
    webhook_url: string;
    /** As given at creation. */
    metadata: { [name: string]: string } | null;
    /** As given at creation. */
    description: string | null;
    /** The price of the payment. */
    price: Price | null;
    /** The status of the payment after the event. */
    status: 'pending' | 'detected' | 'confirmed' | 'expired' | 'canceled';
    /** Why `payment.reverted` was sent: `replaced` if a transaction was replaced, double-spent or dropped; `reorged` if a reorg undid the confirmation. Null for other events. */
    reason: 'replaced' | 'reorged' | null;
  };
}

/** The body of a webhook. Every attempt sends the same bytes. */
export interface RefundWebhookEvent {
  /** Version of this schema. */
  version: '1';
  type: 'refund.created' | 'refund.sent' | 'refund.confirmed';
  data: {
    payment_id: string;
    /** Null while the payment has received nothing. */
    txid: string | null;
    address: string;
    amount_sats: number;
    received_sats: number;
    confirmations: number;
    webhook_url: string;
    /** As given at creation. */
    metadata: { [name: string]: string } | null;
    /** As given at creation. */
    description: string | null;
    /** The price of the payment. */
    price: Price | null;
    /** The status of the payment after the event. */
    status: 'pending' | 'detected' | 'confirmed' | 'expired' | 'canceled';
    /** Why `payment.reverted` was sent: `replaced` if a transaction was replaced, double-spent or dropped; `reorged` if a reorg undid the confirmation. Null for other events. */
    reason: 'replaced' | 'reorged' | null;
    refund: Refund;
  };
}

export interface Refund {
  id: string;
  payment_id: string;
  network: 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest';
  /** `requested`: waits for an address; `ready`: to be paid from your wallet; `sent`: the refund’s transaction was seen; `confirmed`: the transaction has the required confirmations; `dropped`: it will not be paid. */
  status: 'requested' | 'ready' | 'sent' | 'confirmed' | 'dropped';
  /** The amount to send, in satoshis; once sent, the amount that was sent. */
  amount_sats: number;
  /** The amount in currency, fixed when the refund was recorded; null without one. */
  price: {
    amount: string;
    currency: string;
  } | null;
  /** Null until one is given. */
  address: string | null;
  /** A BIP 21 URI that pays the refund while it is `ready`; otherwise null. */
  payment_uri: string | null;
  /** The transaction that pays the refund; null while there is none. */
  txid: string | null;
  /** The output of that transaction. */
  vout: number | null;
  /** The refund's share of the transaction fee. Null until the refund is sent, or if the chain source does not report the fee. */
  fee_sats: number | null;
  confirmations: number;
  /** As many as the payment requires. */
  required_confirmations: number;
  /** ISO 8601, in UTC. */
  created_at: string;
  sent_at: string | null;
  confirmed_at: string | null;
  dropped_at: string | null;
}

/** All fields are always present; fields without a value are null. */
export interface Payment {
  /** Assigned by the service. */
  id: string;
  /** Where the customer pays. */
  address: string;
  /** The transaction that reached the required amount; before that, the newest one; null before the first. */
  txid: string | null;
  /** The requested amount. */
  amount_sats: number;
  /** The accepted underpayment, in parts per million. */
  underpayment_tolerance_ppm: number;
  /** The received amount that counts, in the mempool and in blocks. */
  received_sats: number;
  /** No other status is ever added. */
  status: 'pending' | 'detected' | 'confirmed' | 'expired' | 'canceled';
  /** How the amount was computed, if the payment was requested in another currency. It never changes. */
  price: Price | null;
  /** Further facts about the payment. */
  flags: ('underpaid' | 'overpaid' | 'late' | 'replaced' | 'reorged')[];
  /** Confirmations of the required amount; 0 until blocks cover it. */
  confirmations: number;
  /** Confirmations needed for `confirmed`. */
  required_confirmations: number;
  /** The network of the API key; `testnet` is testnet3. */
  network: 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest';
  /** ISO 8601, in UTC. */
  created_at: string;
  /** ISO 8601, in UTC. */
  expires_at: string;
  /** When the required amount was first seen; null while it is missing. */
  detected_at: string | null;
  /** When the payment was confirmed; null while it is not. */
  confirmed_at: string | null;
  /** When the payment was canceled; null otherwise. */
  canceled_at: string | null;
  /** As given at creation. */
  reference: string | null;
  /** Who pays, as given at creation or on the page of a payment link; null if unknown or erased. */
  customer: Customer | null;
  /** As given at creation. */
  metadata: { [name: string]: string } | null;
  /** As given at creation. */
  description: string | null;
  /** The language of the payment page; null for the language of the customer’s browser. */
  locale:
    | 'en'
    | 'de'
    | 'fr'
    | 'es'
    | 'pt'
    | 'it'
    | 'nl'
    | 'pl'
    | 'tr'
    | 'id'
    | 'vi'
    | 'ru'
    | 'uk'
    | 'zh-Hans'
    | 'zh-Hant'
    | 'ja'
    | 'ko'
    | 'hi'
    | 'bn'
    | 'th'
    | 'ar'
    | 'fa'
    | 'ur'
    | 'he'
    | null;
  /** As given at creation. */
  return_url: string | null;
  /** As given at creation. */
  return_automatically: boolean;
  /** The payment link on whose page the payment was created; null if there is none. */
  payment_link_id: string | null;
  /** The note that the customer entered on the page of the payment link. */
  payer_note: string | null;
  /** The payment whose missing amount this payment requests; null if this is not a follow-up payment. */
  follows_payment_id: string | null;
  /** As given at creation, or else the default of the API key. */
  webhook_url: string | null;
  /** The page to send the customer to. */
  checkout_url: string;
  /** A BIP 21 URI that opens a wallet with the amount left to pay. Once the payment is complete, it contains no amount. */
  payment_uri: string;
}

export interface Customer {
  name: string | null;
  email: string | null;
  reference: string | null;
}

export interface Problem {
  /** The documentation page of the code. */
  type: string;
  title: string;
  status: number;
  /** What is wrong, and what to do. */
  detail: string;
  /** For programs. A code never changes, but new codes may be added. */
  code: string;
  /** Id of this request in the server's log. */
  request_id: string;
  /** All errors in the input. */
  errors?:
    | {
        /** A JSON pointer (RFC 6901) into the body, or the name of a parameter. */
        pointer: string;
        /** For programs. A code never changes, but new codes may be added. */
        code: string;
        message: string;
      }[]
    | undefined;
}

export interface PaymentPage {
  /** Newest first. */
  data: Payment[];
  pagination: Pagination;
}

export interface Pagination {
  /** Number of matches on all pages. */
  total: number;
  limit: number;
  offset: number;
  has_more: boolean;
  /** The `cursor` of the next page; null when there is none. */
  next_cursor: string | null;
}

export interface RefundDetail {
  id: string;
  payment_id: string;
  network: 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest';
  /** `requested`: waits for an address; `ready`: to be paid from your wallet; `sent`: the refund’s transaction was seen; `confirmed`: the transaction has the required confirmations; `dropped`: it will not be paid. */
  status: 'requested' | 'ready' | 'sent' | 'confirmed' | 'dropped';
  /** The amount to send, in satoshis; once sent, the amount that was sent. */
  amount_sats: number;
  /** The amount in currency, fixed when the refund was recorded; null without one. */
  price: {
    amount: string;
    currency: string;
  } | null;
  /** Null until one is given. */
  address: string | null;
  /** A BIP 21 URI that pays the refund while it is `ready`; otherwise null. */
  payment_uri: string | null;
  /** The transaction that pays the refund; null while there is none. */
  txid: string | null;
  /** The output of that transaction. */
  vout: number | null;
  /** The refund's share of the transaction fee. Null until the refund is sent, or if the chain source does not report the fee. */
  fee_sats: number | null;
  confirmations: number;
  /** As many as the payment requires. */
  required_confirmations: number;
  /** ISO 8601, in UTC. */
  created_at: string;
  sent_at: string | null;
  confirmed_at: string | null;
  dropped_at: string | null;
  /** Outputs with another amount, or to a former address. They do not count as the refund. While it is `ready`, a member decides about them in the dashboard. */
  other_outputs: {
    /** Transaction id: 64 hex digits. */
    txid: string;
    vout: number;
    amount_sats: number;
    address: string;
  }[];
}

export interface RefundList {
  /** Oldest first. */
  data: RefundDetail[];
}

/** All fields are always present; fields without a value are null. */
export interface PaymentLink {
  /** Assigned by the service. */
  id: string;
  /** The page to give to your customers. */
  url: string;
  /** As given at creation. */
  title: string;
  /** `open`: takes payments. `reserved`: takes none while pending payments may still reach `max_payments`. `used_up`: paid `max_payments` times. `expired`: past `expires_at`. `inactive`: deactivated, or its API key is revoked or expired. */
  status: 'open' | 'reserved' | 'used_up' | 'expired' | 'inactive';
  /** The amount of each payment. */
  amount_sats: number | null;
  /** The amount of each payment, in another currency. A payment uses the rate at its creation. */
  price: AskedPrice | null;
  /** The customer chooses the amount. */
  free_amount: FreeAmount | null;
  /** As given at creation. */
  max_payments: number | null;
  /** Whether the customer is asked for a note of up to 280 characters. */
  payer_note: PayerNote | null;
  /** Whether the customer is asked for their name and e-mail address. */
  customer_fields: CustomerFields | null;
  /** The network of the API key. */
  network: 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest';
  /** Views of the link’s page. */
  visits: number;
  /** The number of its payments, whatever their status. */
  payments: number;
  /** The number of its payments that are detected or confirmed. */
  paid_payments: number;
  /** What all of its payments have received. */
  received_sats: number;
  /** ISO 8601, in UTC. */
  created_at: string;
  /** As given at creation. */
  expires_at: string | null;
  /** Null unless the link was deactivated. */
  deactivated_at: string | null;
  /** As given at creation. */
  underpayment_tolerance_ppm: number;
  /** As given at creation. */
  required_confirmations: number;
  /** Seconds until a payment expires. */
  expires_in: number;
  /** As given at creation. */
  reference: string | null;
  /** As given at creation. */
  metadata: { [name: string]: string } | null;
  /** As given at creation. */
  locale:
    | 'en'
    | 'de'
    | 'fr'
    | 'es'
    | 'pt'
    | 'it'
    | 'nl'
    | 'pl'
    | 'tr'
    | 'id'
    | 'vi'
    | 'ru'
    | 'uk'
    | 'zh-Hans'
    | 'zh-Hant'
    | 'ja'
    | 'ko'
    | 'hi'
    | 'bn'
    | 'th'
    | 'ar'
    | 'fa'
    | 'ur'
    | 'he'
    | null;
  /** As given at creation. */
  return_url: string | null;
  /** As given at creation. */
  return_automatically: boolean;
  /** As given at creation. */
  webhook_url: string | null;
}

export interface AskedPrice {
  amount: string;
  currency: string;
}

export interface FreeAmount {
  currency: string;
  minimum: string | null;
  maximum: string | null;
  suggested: string | null;
}

export interface PayerNote {
  label: string | null;
  required: boolean;
}

export interface CustomerFields {
  name: 'optional' | 'required' | null;
  email: 'optional' | 'required' | null;
}

export interface PaymentLinkPage {
  /** Newest first. */
  data: PaymentLink[];
  pagination: CursorPagination;
}

export interface CursorPagination {
  limit: number;
  has_more: boolean;
  /** The `cursor` of the next page; null when there is none. */
  next_cursor: string | null;
}

export interface Rate {
  /** ISO 4217, or BTC or SATS. */
  currency: string;
  /** What one bitcoin costs, in units of the currency. */
  rate: string;
  /** The source of the rate: exchanges separated by commas, `fixed` for the settings of the server, `unit` for BTC and SATS, or `shop`. */
  source: string;
  /** The time of the oldest quote behind the rate. */
  quoted_at: string;
  /** What the server adds to the amount in bitcoin, in parts per million. */
  spread_ppm: number;
  /** The age of the oldest quote. It exceeds five minutes while no two sources agree. */
  age_seconds: number;
  /** The currencies that this server can price on the network of the key, sorted. */
  currencies: string[];
}

/** The delivery of one event to one URL. */
export interface WebhookDelivery {
  id: string;
  /** The id of the event, which your endpoint gets as `X-Service-Event-Id`. */
  event_id: string;
  payment_id: string;
  event_type:
    | 'payment.detected'
    | 'payment.confirmed'
    | 'payment.expired'
    | 'payment.canceled'
    | 'payment.underpaid'
    | 'payment.reverted'
    | 'refund.created'
    | 'refund.sent'
    | 'refund.confirmed';
  status: 'pending' | 'delivering' | 'delivered' | 'failed';
  /** Number of attempts so far. */
  attempt: number;
  /** The last error, in words. */
  last_error: string | null;
  /** ISO 8601, in UTC. */
  created_at: string;
  delivered_at: string | null;
  /** Null when there is no further attempt, or while its URL is paused. */
  next_attempt_at: string | null;
  /** HTTP status of the last response. */
  response_status: number | null;
}

export interface TestWebhookResult {
  event_id: string;
  event_type: 'payment.confirmed';
  /** HTTP status of the endpoint; 0 without a response. */
  status: number;
  /** Whether the endpoint returned 2xx. */
  delivered: boolean;
  /** Why the delivery failed and what to do; null on success. */
  error: string | null;
}

export interface EventPage {
  /** In the order in which to read them. */
  data: PaymentEvent[];
  pagination: {
    limit: number;
    has_more: boolean;
    /** The `after` of your next request. It is the id of the last event of this page; on an empty page, it is the `after` that you sent. Null while there is no event yet. */
    next_after: string | null;
  };
}

/** An event, with the same data as its webhook. */
export interface PaymentEvent {
  /** The id that your endpoint gets as `X-Service-Event-Id`, and the next `after`. */
  id: string;
  /** Version of this schema. */
  version: '1';
  type:
    | 'payment.detected'
    | 'payment.confirmed'
    | 'payment.expired'
    | 'payment.canceled'
    | 'payment.underpaid'
    | 'payment.reverted'
    | 'refund.created'
    | 'refund.sent'
    | 'refund.confirmed';
  /** ISO 8601, in UTC. */
  created_at: string;
  data: {
    payment_id: string;
    /** Null while the payment has received nothing. */
    txid: string | null;
    address: string;
    amount_sats: number;
    received_sats: number;
    confirmations: number;
    /** Null if the payment has none. */
    webhook_url: string | null;
    /** As given at creation. */
    metadata: { [name: string]: string } | null;
    /** As given at creation. */
    description: string | null;
    /** The price of the payment. */
    price: Price | null;
    /** The status of the payment after the event. */
    status?: 'pending' | 'detected' | 'confirmed' | 'expired' | 'canceled' | undefined;
    /** Why `payment.reverted` was sent: `replaced` if a transaction was replaced, double-spent or dropped; `reorged` if a reorg undid the confirmation. Null for other events. */
    reason?: 'replaced' | 'reorged' | null | undefined;
    refund?: Refund | undefined;
  };
}

export interface WebhookEndpointPage {
  data: WebhookEndpoint[];
  pagination: {
    /** Number of matches on all pages. */
    total: number;
    limit: number;
    offset: number;
    has_more: boolean;
  };
}

/** A URL that webhooks were sent to. */
export interface WebhookEndpoint {
  id: string;
  url: string;
  name: string | null;
  /** The event types that the endpoint gets for all payments; null if it gets events only for payments that name its URL. */
  events:
    | (
        | 'payment.detected'
        | 'payment.confirmed'
        | 'payment.expired'
        | 'payment.canceled'
        | 'payment.underpaid'
        | 'payment.reverted'
        | 'refund.created'
        | 'refund.sent'
        | 'refund.confirmed'
      )[]
    | null;
  /** The endpoint gets events for payments on this network; null for every network. */
  network: 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest' | null;
  last_event_at: string | null;
  /** Null while deliveries are sent. */
  paused_at: string | null;
  /** Paused by the server, because the endpoint failed for ten days in a row. */
  switched_off: boolean;
  waiting: {
    count: number;
    oldest_at: string | null;
    next_attempt_at: string | null;
  };
  /** `working` if its last five attempts have succeeded, `failing` if they have all failed, otherwise `some_fail`. With fewer attempts, all of them count. */
  state: 'paused' | 'no_attempts' | 'working' | 'some_fail' | 'failing';
  standing: {
    /** The first failure since the last success; null after a success. */
    failing_since: string | null;
    /** How many attempts in a row have succeeded, or have failed, up to the last one. */
    in_a_row: number;
    /** How many of these also had the status and the cause of the last one. */
    same_in_a_row: number;
    last_at: string | null;
    last_status: number | null;
    last_error_code: string | null;
    last_error: string | null;
    last_success_at: string | null;
    last_failure_at: string | null;
  };
  /** No attempt before this time, because its host failed five times in a row. */
  host_paused_until: string | null;
}

export interface ResentDelivery {
  /** `in_flight`: an attempt is under way, so nothing was changed. */
  outcome: 'resent' | 'in_flight';
}

export interface ResentDeliveries {
  /** Number of deliveries. */
  resent: number;
}

export interface ApiKey {
  id: string;
  name: string;
  network: 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest';
  allow_custom_addresses: boolean;
  allow_management: boolean;
  webhook_events: (
    | 'payment.detected'
    | 'payment.confirmed'
    | 'payment.expired'
    | 'payment.canceled'
    | 'payment.underpaid'
    | 'payment.reverted'
    | 'refund.created'
    | 'refund.sent'
    | 'refund.confirmed'
  )[];
  embed_origins: string[];
  default_webhook_url: string | null;
  expires_at: string | null;
}

export interface SandboxTransaction {
  /** Transaction id: 64 hex digits. */
  txid: string;
  fee_sats: number;
}

export interface SandboxMined {
  blocks: SandboxBlock[];
}

export interface SandboxBlock {
  height: number;
  hash: string;
}

export interface SandboxDoubleSpent {
  /** Transaction id: 64 hex digits. */
  txid: string;
  fee_sats: number;
  blocks: SandboxBlock[];
}

export interface SandboxReorganised {
  /** The disconnected blocks, highest first. */
  disconnected: SandboxBlock[];
  /** The blocks mined in their place. */
  blocks: SandboxBlock[];
  /** The dropped transactions: the given ones, and all transactions that spent their outputs. */
  dropped: string[];
}

export interface OpenApiDocument {
  openapi: string;
}

export interface ListPaymentsQuery {
  /** Start of the range of `created_at`: Unix time in seconds, inclusive. */
  from: number;
  /** End of the range of `created_at`: Unix time in seconds, including that whole second. */
  to: number;
  /** Only payments with any of these statuses. */
  status?: ('pending' | 'detected' | 'confirmed' | 'expired' | 'canceled')[] | undefined;
  /** Only payments with exactly this reference. */
  reference?: string | undefined;
  /** Only payments of this customer: their reference; the e-mail address if they have none; the name if they have neither. */
  customer?: string | undefined;
  /** Only payments whose metadata has exactly these values, such as `metadata[order]=1234`. With several names, all must match. */
  metadata?: { [name: string]: string } | undefined;
  /** Only payments that were created on the page of this payment link. */
  payment_link_id?: string | undefined;
  /** `verified`: confirmed payments; `unverified`: payments with any other status; `all`: both. Default: "all". */
  filter?: 'all' | 'verified' | 'unverified' | undefined;
  /** Maximum number of payments to return. Default: 50. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page, with all other parameters unchanged. No payment is on two pages, even if payments are created in between. */
  cursor?: string | undefined;
  /** Number of payments to skip, newest first. Pages shift when payments are created in between, so follow `next_cursor` instead. Default: 0. */
  offset?: number | undefined;
}

export interface ListPaymentLinksQuery {
  /** Maximum number of payment links to return. Default: 50. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

export interface GetRateQuery {
  /** ISO 4217, or BTC or SATS. */
  currency?: string | undefined;
}

export interface ListEventsQuery {
  /** The id of the last event that you read: the list continues after it. If it is missing or empty, the list begins with the first event. With `now`, the page is empty, and `next_after` is the id of the newest event. */
  after?: string | undefined;
  /** Only events of any of these types. */
  type?:
    | (
        | 'payment.detected'
        | 'payment.confirmed'
        | 'payment.expired'
        | 'payment.canceled'
        | 'payment.underpaid'
        | 'payment.reverted'
        | 'refund.created'
        | 'refund.sent'
        | 'refund.confirmed'
      )[]
    | undefined;
  /** Maximum number of events to return. Default: 50. */
  limit?: number | undefined;
}

export interface ListWebhookEndpointsQuery {
  /** Maximum number of endpoints to return. Default: 50. */
  limit?: number | undefined;
  /** Number of endpoints to skip. Default: 0. */
  offset?: number | undefined;
}

/** The input and the response of each operation. */
export interface Operations {
  listPayments: { query: ListPaymentsQuery; body: undefined; answer: PaymentPage };
  createPayment: { query: undefined; body: CreatePayment; answer: Payment };
  getPayment: { query: undefined; body: undefined; answer: Payment };
  cancelPayment: { query: undefined; body: undefined; answer: Payment };
  listRefunds: { query: undefined; body: undefined; answer: RefundList };
  createRefund: { query: undefined; body: CreateRefund; answer: RefundDetail };
  getRefund: { query: undefined; body: undefined; answer: RefundDetail };
  listPaymentLinks: { query: ListPaymentLinksQuery; body: undefined; answer: PaymentLinkPage };
  createPaymentLink: { query: undefined; body: CreatePaymentLink; answer: PaymentLink };
  getPaymentLink: { query: undefined; body: undefined; answer: PaymentLink };
  deactivatePaymentLink: { query: undefined; body: undefined; answer: PaymentLink };
  getRate: { query: GetRateQuery; body: undefined; answer: Rate };
  listWebhookDeliveries: { query: undefined; body: undefined; answer: WebhookDelivery[] };
  sendTestWebhook: { query: undefined; body: TestWebhook; answer: TestWebhookResult };
  listEvents: { query: ListEventsQuery; body: undefined; answer: EventPage };
  getEvent: { query: undefined; body: undefined; answer: PaymentEvent };
  listWebhookEndpoints: {
    query: ListWebhookEndpointsQuery;
    body: undefined;
    answer: WebhookEndpointPage;
  };
  pauseWebhookEndpoint: { query: undefined; body: undefined; answer: WebhookEndpoint };
  resumeWebhookEndpoint: { query: undefined; body: undefined; answer: WebhookEndpoint };
  resendWebhookDelivery: { query: undefined; body: undefined; answer: ResentDelivery };
  resendFailedWebhookDeliveries: {
    query: undefined;
    body: ResendFailedDeliveries;
    answer: ResentDeliveries;
  };
  getKey: { query: undefined; body: undefined; answer: ApiKey };
  updateKey: { query: undefined; body: UpdateKey; answer: ApiKey };
  sandboxPay: { query: undefined; body: SandboxPay; answer: SandboxTransaction };
  sandboxMine: { query: undefined; body: SandboxMine; answer: SandboxMined };
  sandboxReplace: { query: undefined; body: SandboxReplace; answer: SandboxTransaction };
  sandboxDoubleSpend: { query: undefined; body: SandboxDoubleSpend; answer: SandboxDoubleSpent };
  sandboxReorg: { query: undefined; body: SandboxReorg; answer: SandboxReorganised };
  getOpenApiDocument: { query: undefined; body: undefined; answer: OpenApiDocument };
}

/** Where each operation is. */
export const OPERATIONS = {
  listPayments: { method: 'GET', path: '/v1/btc/payments' },
  createPayment: { method: 'POST', path: '/v1/btc/payments' },
  getPayment: { method: 'GET', path: '/v1/btc/payments/{id}' },
  cancelPayment: { method: 'POST', path: '/v1/btc/payments/{id}/cancel' },
  listRefunds: { method: 'GET', path: '/v1/btc/payments/{id}/refunds' },
  createRefund: { method: 'POST', path: '/v1/btc/payments/{id}/refunds' },
  getRefund: { method: 'GET', path: '/v1/btc/refunds/{id}' },
  listPaymentLinks: { method: 'GET', path: '/v1/btc/payment_links' },
  createPaymentLink: { method: 'POST', path: '/v1/btc/payment_links' },
  getPaymentLink: { method: 'GET', path: '/v1/btc/payment_links/{id}' },
  deactivatePaymentLink: { method: 'POST', path: '/v1/btc/payment_links/{id}/deactivate' },
  getRate: { method: 'GET', path: '/v1/btc/rates' },
  listWebhookDeliveries: { method: 'GET', path: '/v1/btc/payments/{id}/webhook-deliveries' },
  sendTestWebhook: { method: 'POST', path: '/v1/webhooks/test' },
  listEvents: { method: 'GET', path: '/v1/events' },
  getEvent: { method: 'GET', path: '/v1/events/{id}' },
  listWebhookEndpoints: { method: 'GET', path: '/v1/webhooks/endpoints' },
  pauseWebhookEndpoint: { method: 'POST', path: '/v1/webhooks/endpoints/{id}/pause' },
  resumeWebhookEndpoint: { method: 'POST', path: '/v1/webhooks/endpoints/{id}/resume' },
  resendWebhookDelivery: { method: 'POST', path: '/v1/webhooks/deliveries/{id}/resend' },
  resendFailedWebhookDeliveries: { method: 'POST', path: '/v1/webhooks/deliveries/resend-failed' },
  getKey: { method: 'GET', path: '/v1/key' },
  updateKey: { method: 'PATCH', path: '/v1/key' },
  sandboxPay: { method: 'POST', path: '/v1/sandbox/pay' },
  sandboxMine: { method: 'POST', path: '/v1/sandbox/mine' },
  sandboxReplace: { method: 'POST', path: '/v1/sandbox/replace' },
  sandboxDoubleSpend: { method: 'POST', path: '/v1/sandbox/double-spend' },
  sandboxReorg: { method: 'POST', path: '/v1/sandbox/reorg' },
  getOpenApiDocument: { method: 'GET', path: '/v1/openapi.json' },
} as const;
