import type {
  CreatePayment,
  CreatePaymentLink,
  EventPage,
  ListEventsQuery,
  ListPaymentLinksQuery,
  ListPaymentsQuery,
  OpenApiDocument,
  Payment,
  PaymentEvent,
  PaymentLink,
  PaymentLinkPage,
  PaymentPage,
  Rate,
  SandboxDoubleSpend,
  SandboxDoubleSpent,
  SandboxMine,
  SandboxMined,
  SandboxPay,
  SandboxReorg,
  SandboxReorganised,
  SandboxReplace,
  SandboxTransaction,
  TestWebhook,
  TestWebhookResult,
  WebhookDelivery,
} from './api.js';
import { ApiError } from './errors.js';
import { type Answer, type ExchangeSettings, exchange } from './exchange.js';
import { OPERATIONS, type Operations } from './operations.js';

export interface ClientOptions {
  /** The server's URL without `/v1`, such as `https://pay.shop.example`. */
  readonly baseUrl: string | URL;
  readonly apiKey: string;
  /** For each attempt, until its answer is read. Default: 25 000; a test webhook may take 19 000. */
  readonly timeoutMs?: number;
  /** Attempts after the first one. Default: 3. */
  readonly maxRetries?: number;
  /** The longest wait before the first retry; it doubles with each retry. Default: 500. */
  readonly backOffMs?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface RequestOptions {
  /** Ends the request, its retries and the waits between them. */
  readonly signal?: AbortSignal | undefined;
}

/** The range of `created_at`, both ends included. */
export interface PaymentRange extends Omit<ListPaymentsQuery, 'from' | 'to'> {
  /** A date, or Unix time in seconds. */
  readonly from: Date | number;
  readonly to: Date | number;
}

interface CallInput {
  readonly id?: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Name = keyof Operations;

/** Operations that are safe to repeat, besides GET. */
const REPEATABLE: readonly Name[] = ['createPayment', 'cancelPayment', 'deactivatePaymentLink'];

/**
 * The API of one Blocktally server with one API key. There is a method for each operation, with its
 * name in the OpenAPI document. Each throws {@link ApiError} or `ConnectionError`.
 */
export class Blocktally {
  readonly #settings: ExchangeSettings;

  constructor({ baseUrl, apiKey, fetch = globalThis.fetch, ...limits }: ClientOptions) {
    if (!apiKey) throw new TypeError('apiKey is empty: pass your API key');
    this.#settings = {
      baseUrl: new URL(baseUrl).href.replace(/\/+$/, ''),
      apiKey,
      timeoutMs: limits.timeoutMs ?? 25_000,
      maxRetries: limits.maxRetries ?? 3,
      backOffMs: limits.backOffMs ?? 500,
      // The global function must not be called as a method of another object.
      fetch: (...request) => fetch(...request),
    };
  }

  /**
   * Creates a payment once: all attempts of a call share an Idempotency-Key. If you give the order's
   * own key, a second call after a crash returns the same payment.
   */
  createPayment(
    payment: CreatePayment,
    options: RequestOptions & { readonly idempotencyKey?: string } = {},
  ): Promise<Payment> {
    const key = options.idempotencyKey ?? crypto.randomUUID();
    const input = { body: payment, headers: { 'idempotency-key': key } };
    return this.#ask('createPayment', input, options);
  }

  /** What one bitcoin costs, as a payment with a `price` in this currency would have it now. */
  getRate(currency: string, options?: RequestOptions): Promise<Rate> {
    return this.#ask('getRate', { query: { currency } }, options);
  }

  /** One page of payments, newest first. */
  listPayments(range: PaymentRange, options?: RequestOptions): Promise<PaymentPage> {
    const query = { ...range, from: unixSeconds(range.from), to: unixSeconds(range.to) };
    return this.#ask('listPayments', { query }, options);
  }

  /**
   * Every payment of a range, newest first. Pages of `limit` payments are fetched when needed. No
   * payment comes twice, and none is left out when others are created or change in between.
   */
  async *eachPayment(
    range: Omit<PaymentRange, 'offset' | 'cursor'>,
    options?: RequestOptions,
  ): AsyncGenerator<Payment, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.listPayments({ limit: 100, ...range, cursor }, options);
      yield* page.data;
      const { has_more: hasMore, next_cursor: next } = page.pagination;
      if (hasMore && !next) throw new TypeError('this server is too old for eachPayment');
      cursor = next ?? undefined;
    } while (cursor !== undefined);
  }

  getPayment(id: string, options?: RequestOptions): Promise<Payment> {
    return this.#ask('getPayment', { id }, options);
  }

  /**
   * The payment and its ETag; without the payment if nothing has changed since the answer with the
   * given ETag.
   */
  async getPaymentIfChanged(
    id: string,
    etag?: string,
    options?: RequestOptions,
  ): Promise<{ etag: string; payment: Payment | undefined }> {
    const headers = etag === undefined ? {} : { 'if-none-match': etag };
    const answer = await this.#send('getPayment', { id, headers }, options);
    return {
      etag: answer.headers.get('etag') ?? '',
      payment: answer.status === 304 ? undefined : read(answer),
    };
  }

  cancelPayment(id: string, options?: RequestOptions): Promise<Payment> {
    return this.#ask('cancelPayment', { id }, options);
  }

  /** Creates a page on which customers make payments themselves. Not repeated by itself. */
  createPaymentLink(link: CreatePaymentLink, options?: RequestOptions): Promise<PaymentLink> {
    return this.#ask('createPaymentLink', { body: link }, options);
  }

  /** One page of payment links, newest first. */
  listPaymentLinks(
    query: ListPaymentLinksQuery = {},
    options?: RequestOptions,
  ): Promise<PaymentLinkPage> {
    return this.#ask('listPaymentLinks', { query: { ...query } }, options);
  }

  getPaymentLink(id: string, options?: RequestOptions): Promise<PaymentLink> {
    return this.#ask('getPaymentLink', { id }, options);
  }

  deactivatePaymentLink(id: string, options?: RequestOptions): Promise<PaymentLink> {
    return this.#ask('deactivatePaymentLink', { id }, options);
  }

  listWebhookDeliveries(id: string, options?: RequestOptions): Promise<WebhookDelivery[]> {
    return this.#ask('listWebhookDeliveries', { id }, options);
  }

  sendTestWebhook(body: TestWebhook, options?: RequestOptions): Promise<TestWebhookResult> {
    return this.#ask('sendTestWebhook', { body }, options);
  }

  /** One page of events, in the order in which to read them. */
  listEvents(query: ListEventsQuery = {}, options?: RequestOptions): Promise<EventPage> {
    return this.#ask('listEvents', { query: { ...query } }, options);
  }

  /**
   * Every event after the one with this id, or from the first one, until none is left. To go on later
   * without missing any, store the id of the last event with what you did about it.
   */
  async *events(
    after?: string,
    options?: RequestOptions,
  ): AsyncGenerator<PaymentEvent, void, undefined> {
    let last = after;
    for (let more = true; more; ) {
      const page = await this.listEvents({ after: last, limit: 100 }, options);
      yield* page.data;
      last = page.pagination.next_after ?? undefined;
      more = page.pagination.has_more;
    }
  }

  sandboxPay(body: SandboxPay, options?: RequestOptions): Promise<SandboxTransaction> {
    return this.#ask('sandboxPay', { body }, options);
  }

  sandboxMine(body: SandboxMine = {}, options?: RequestOptions): Promise<SandboxMined> {
    return this.#ask('sandboxMine', { body }, options);
  }

  sandboxReplace(body: SandboxReplace, options?: RequestOptions): Promise<SandboxTransaction> {
    return this.#ask('sandboxReplace', { body }, options);
  }

  sandboxDoubleSpend(
    body: SandboxDoubleSpend,
    options?: RequestOptions,
  ): Promise<SandboxDoubleSpent> {
    return this.#ask('sandboxDoubleSpend', { body }, options);
  }

  sandboxReorg(body: SandboxReorg = {}, options?: RequestOptions): Promise<SandboxReorganised> {
    return this.#ask('sandboxReorg', { body }, options);
  }

  getOpenApiDocument(options?: RequestOptions): Promise<OpenApiDocument> {
    return this.#ask('getOpenApiDocument', {}, options);
  }

  async #ask<K extends Name>(
    operation: K,
    input: CallInput & { readonly body?: Operations[K]['body'] },
    options: RequestOptions | undefined,
  ): Promise<Operations[K]['answer']> {
    return read(await this.#send(operation, input, options));
  }

  #send(
    operation: Name,
    { id, query = {}, body, headers = {} }: CallInput,
    options: RequestOptions = {},
  ): Promise<Answer> {
    const { method, path } = OPERATIONS[operation];
    // Other values could lead to another path.
    if (id !== undefined && !/^\w+$/.test(id))
      throw new TypeError('this is no id of a payment or a payment link');
    const asked = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
    return exchange(this.#settings, {
      method,
      path: `${path.replace('{id}', id ?? '')}${asked.length > 0 ? `?${search}` : ''}`,
      body,
      headers,
      repeatable: method === 'GET' || REPEATABLE.includes(operation),
      signal: options.signal,
    });
  }
}

function unixSeconds(time: Date | number): number {
  return typeof time === 'number' ? time : Math.floor(time.getTime() / 1_000);
}

function read<T>({ status, headers, text }: Answer): T {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(status, headers, text);
  }
}
