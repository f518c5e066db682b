// Made from the OpenAPI document by `npm run sdk:types`; not written by hand.

export interface CreatePayment {
  /** What to ask for, in satoshis. */
  amount_sats: number;
  /** How much less is enough, in parts per million: 1000 ppm are 0.1 %. Default: 0. */
  underpayment_tolerance_ppm?: number | undefined;
  /** Where events of this payment are sent. Must be public in production. */
  webhook_url?: string | undefined;
  /** Receives the payment in place of an address of the wallet. The API key must allow it; the address must be of its network and serve no other active payment. */
  destination_address?: string | undefined;
  /** Confirmations before the payment counts as confirmed. Default: 3. */
  required_confirmations?: number | undefined;
  /** Seconds until the payment expires if nothing is paid. Default: 3600. */
  expires_in?: number | undefined;
  /** Yours, such as an order number, for reconciliation. */
  reference?: string | undefined;
}

export interface TestWebhook {
  /** Public endpoint that receives the event. It must accept server-to-server requests, without challenges, captchas or login redirects. */
  webhook_url: string;
}

export interface SandboxPay {
  /** A payment of this API key. */
  payment_id: string;
  /** What to send; by default what the payment still needs. */
  amount_sats?: number | undefined;
}

export interface SandboxMine {
  /** How many blocks; the first takes the mempool. Default: 1. */
  blocks?: number | undefined;
}

export interface SandboxReplace {
  /** An unconfirmed transaction that pays a payment of this key. */
  txid: string;
  /** `same`: only the fee is raised; `nowhere`: the money goes back to the sender. Default: "same". */
  to?: 'same' | 'nowhere' | undefined;
}

export interface SandboxDoubleSpend {
  /** An unconfirmed transaction that pays a payment of this key. */
  txid: string;
}

export interface SandboxReorg {
  /** How many blocks are replaced; one more is mined. Default: 1. */
  blocks?: number | undefined;
  /** Transactions that never come back. Default: []. */
  drop?: string[] | undefined;
  /** Whether the new blocks confirm the other transactions, or leave them waiting. Default: true. */
  remine?: boolean | undefined;
}

/** The same bytes on every try. */
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
  };
}

/** Every field is always there; what has no value yet is null. */
export interface Payment {
  /** Assigned by the service. */
  id: string;
  /** Where the customer pays. */
  address: string;
  /** The transaction that made the sum reach the required amount; before that, the newest one; null before the first. */
  txid: string | null;
  /** What was asked for. */
  amount_sats: number;
  /** How much less is enough, in parts per million. */
  underpayment_tolerance_ppm: number;
  /** Everything received that still counts, in the mempool or in blocks. */
  received_sats: number;
  /** No other status is ever added. */
  status: 'pending' | 'detected' | 'confirmed' | 'expired' | 'canceled';
  /** What else is true of it. */
  flags: ('underpaid' | 'overpaid' | 'late' | 'replaced' | 'reorged')[];
  /** The depth at which blocks cover the required amount; 0 until they do. */
  confirmations: number;
  /** How deep is deep enough. */
  required_confirmations: number;
  /** That of the API key; `testnet` is testnet3. */
  network: 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest';
  /** ISO 8601, in UTC. */
  created_at: string;
  /** ISO 8601, in UTC. */
  expires_at: string;
  /** When the required amount was seen; null while it is not there. */
  detected_at: string | null;
  /** When it reached the required depth; null while it is not confirmed. */
  confirmed_at: string | null;
  /** When you canceled it; null otherwise. */
  canceled_at: string | null;
  /** Yours, as you gave it. */
  reference: string | null;
  /** Yours, as you gave it. */
  webhook_url: string | null;
  /** The page to send the customer to. */
  checkout_url: string;
  /** A BIP 21 link that opens a wallet. Asks for the rest while something is missing, and for no amount once nothing is. */
  payment_uri: string;
}

export interface Problem {
  /** The page that explains it. */
  type: string;
  title: string;
  status: number;
  /** What is wrong this time, and what to do. */
  detail: string;
  /** Stable, for programs. Codes may be added. */
  code: string;
  /** What the server calls this request in its log. */
  request_id: string;
  /** Everything that is wrong with the input, at once. */
  errors?:
    | {
        /** A JSON pointer (RFC 6901) into the body, or the name of a parameter. */
        pointer: string;
        /** Stable, for programs. Codes may be added. */
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
  /** How many match, on all pages together. */
  total: number;
  limit: number;
  offset: number;
  has_more: boolean;
}

/** One event on its way to one URL. */
export interface WebhookDelivery {
  id: string;
  payment_id: string;
  event_type: 'payment.detected' | 'payment.confirmed';
  status: 'pending' | 'delivering' | 'delivered' | 'failed';
  /** Tries made so far. */
  attempt: number;
  /** What went wrong last, in words. */
  last_error: string | null;
  /** ISO 8601, in UTC. */
  created_at: string;
  delivered_at: string | null;
  /** Null when no try is to come. */
  next_attempt_at: string | null;
  /** HTTP status of the last answer. */
  response_status: number | null;
}

export interface TestWebhookResult {
  event_id: string;
  event_type: 'payment.confirmed';
  /** HTTP status of the receiver; 0 when none came. */
  status: number;
  /** Whether the receiver answered 2xx. */
  delivered: boolean;
  /** Why it was not delivered and what to do; null when it was. */
  error: string | null;
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
  /** What was taken off, highest first. */
  disconnected: SandboxBlock[];
  /** What was mined in its place. */
  blocks: SandboxBlock[];
  /** All that was dropped: those named and those that spent from them. */
  dropped: string[];
}

export interface OpenApiDocument {
  openapi: string;
}

export interface ListPaymentsQuery {
  /** Start of the range of `created_at`: Unix time in seconds, inclusive. */
  from: number;
  /** End of the range of `created_at`: Unix time in seconds, the whole of it inclusive. */
  to: number;
  /** `verified`: confirmed payments; `unverified`: those of every other status; `all`: both. Default: "all". */
  filter?: 'all' | 'verified' | 'unverified' | undefined;
  /** How many to return at most. Default: 50. */
  limit?: number | undefined;
  /** How many to skip, newest first. Default: 0. */
  offset?: number | undefined;
}
