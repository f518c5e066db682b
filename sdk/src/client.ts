import type {
  ApiKey,
  CreatePayment,
  CreatePaymentLink,
  CreateRefund,
  EventPage,
  ListEventsQuery,
  ListPaymentLinksQuery,
  ListPaymentsQuery,
  ListWebhookEndpointsQuery,
  OpenApiDocument,
  Payment,
  PaymentEvent,
  PaymentLink,
  PaymentLinkPage,
  PaymentPage,
  Rate,
  RefundDetail,
  RefundList,
  ResendFailedDeliveries,
  ResentDeliveries,
  ResentDelivery,
  TestWebhook,
  TestWebhookResult,
  UpdateKey,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointPage,
} from './api.js';
import { Caller, type ClientOptions, parseJsonResponse, type RequestOptions } from './caller.js';
import { SandboxClient } from './sandbox-client.js';

/** The range of `created_at`, both ends included. */
export interface PaymentRange extends Omit<ListPaymentsQuery, 'from' | 'to'> {
  /** A date, or Unix time in seconds. */
  readonly from: Date | number;
  readonly to: Date | number;
}

/**
 * The API of one Blocktally server for one API key. Each operation of the OpenAPI document has a
 * method with its name, which throws {@link ApiError} or `ConnectionError`.
 */
export class Blocktally extends SandboxClient {
  readonly #caller: Caller;

  constructor(options: ClientOptions) {
    const caller = new Caller(options);
    super(caller);
    this.#caller = caller;
  }

  /**
   * Creates one payment per call, even after retries, because all attempts of a call share an
   * Idempotency-Key. With your own key, such as `1234-1` for the first payment of order 1234, a
   * repeated call after a crash returns the same payment.
   */
  createPayment(
    payment: CreatePayment,
    options: RequestOptions & { readonly idempotencyKey?: string } = {},
  ): Promise<Payment> {
    const key = options.idempotencyKey ?? crypto.randomUUID();
    const input = { body: payment, headers: { 'idempotency-key': key } };
    return this.#caller.ask('createPayment', input, options);
  }

  /**
   * Returns the current price of one bitcoin for payments in this currency, and the currencies that
   * the server can price.
   */
  getRate(currency = 'BTC', options?: RequestOptions): Promise<Rate> {
    return this.#caller.ask('getRate', { query: { currency } }, options);
  }

  /** Returns one page of payments, newest first. */
  listPayments(range: PaymentRange, options?: RequestOptions): Promise<PaymentPage> {
    const query = { ...range, from: unixSeconds(range.from), to: unixSeconds(range.to) };
    return this.#caller.ask('listPayments', { query }, options);
  }

  /**
   * Yields every payment of a range, newest first, and fetches pages of `limit` payments as needed.
   * No payment appears twice, and none is left out when others are created or change in between.
   */
  async *eachPayment(
    range: Omit<PaymentRange, 'offset' | 'cursor'>,
    options?: RequestOptions,
  ): AsyncGenerator<Payment, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.listPayments({ limit: 100, ...range, cursor }, options);
      yield* page.data;
      cursor = page.pagination.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  getPayment(id: string, options?: RequestOptions): Promise<Payment> {
    return this.#caller.ask('getPayment', { id }, options);
  }

  /** Returns the payment and its ETag, or no payment if it still has the given ETag. */
  async getPaymentIfChanged(
    id: string,
    etag?: string,
    options?: RequestOptions,
  ): Promise<{ etag: string; payment: Payment | undefined }> {
    const headers = etag === undefined ? {} : { 'if-none-match': etag };
    const answer = await this.#caller.send('getPayment', { id, headers }, options);
    return {
      etag: answer.headers.get('etag') ?? '',
      payment: answer.status === 304 ? undefined : parseJsonResponse(answer),
    };
  }

  cancelPayment(id: string, options?: RequestOptions): Promise<Payment> {
    return this.#caller.ask('cancelPayment', { id }, options);
  }

  /**
   * Records one refund per call, even after retries, because all attempts of a call share an
   * Idempotency-Key. No bitcoin is sent: pay `payment_uri` from your own wallet.
   */
  createRefund(
    paymentId: string,
    refund: CreateRefund = {},
    options: RequestOptions & { readonly idempotencyKey?: string } = {},
  ): Promise<RefundDetail> {
    const key = options.idempotencyKey ?? crypto.randomUUID();
    const input = { id: paymentId, body: refund, headers: { 'idempotency-key': key } };
    return this.#caller.ask('createRefund', input, options);
  }

  /** Returns all refunds of a payment, oldest first. */
  listRefunds(paymentId: string, options?: RequestOptions): Promise<RefundList> {
    return this.#caller.ask('listRefunds', { id: paymentId }, options);
  }

  getRefund(id: string, options?: RequestOptions): Promise<RefundDetail> {
    return this.#caller.ask('getRefund', { id }, options);
  }

  /** Creates a page on which customers make payments themselves. Not retried automatically. */
  createPaymentLink(link: CreatePaymentLink, options?: RequestOptions): Promise<PaymentLink> {
    return this.#caller.ask('createPaymentLink', { body: link }, options);
  }

  /** Returns one page of payment links, newest first. */
  listPaymentLinks(
    query: ListPaymentLinksQuery = {},
    options?: RequestOptions,
  ): Promise<PaymentLinkPage> {
    return this.#caller.ask('listPaymentLinks', { query: { ...query } }, options);
  }

  getPaymentLink(id: string, options?: RequestOptions): Promise<PaymentLink> {
    return this.#caller.ask('getPaymentLink', { id }, options);
  }

  deactivatePaymentLink(id: string, options?: RequestOptions): Promise<PaymentLink> {
    return this.#caller.ask('deactivatePaymentLink', { id }, options);
  }

  listWebhookDeliveries(id: string, options?: RequestOptions): Promise<WebhookDelivery[]> {
    return this.#caller.ask('listWebhookDeliveries', { id }, options);
  }

  sendTestWebhook(body: TestWebhook, options?: RequestOptions): Promise<TestWebhookResult> {
    return this.#caller.ask('sendTestWebhook', { body }, options);
  }

  /** Returns an event by its id, such as the `X-Service-Event-Id` of a webhook. */
  getEvent(id: string, options?: RequestOptions): Promise<PaymentEvent> {
    return this.#caller.ask('getEvent', { id }, options);
  }

  /** Returns one page of events, in the order in which you should process them. */
  listEvents(query: ListEventsQuery = {}, options?: RequestOptions): Promise<EventPage> {
    return this.#caller.ask('listEvents', { query: { ...query } }, options);
  }

  /**
   * Yields every event after the event with this id; without an id, every event. To continue later
   * without missing any, store the last event's id together with its effect.
   */
  async *events(
    after?: string | null,
    options?: RequestOptions,
  ): AsyncGenerator<PaymentEvent, void, undefined> {
    let last = after ?? undefined;
    for (let more = true; more; ) {
      const page = await this.listEvents({ after: last, limit: 100 }, options);
      yield* page.data;
      last = page.pagination.next_after ?? undefined;
      more = page.pagination.has_more;
    }
  }

  /** Returns the settings of this API key, without its secrets. */
  getKey(options?: RequestOptions): Promise<ApiKey> {
    return this.#caller.ask('getKey', {}, options);
  }

  /**
   * Changes which events are sent for the key's payments, and which sites may embed the payment
   * page. Needs a key that may manage webhooks, as do the methods for webhook endpoints and
   * resends.
   */
  updateKey(body: UpdateKey, options?: RequestOptions): Promise<ApiKey> {
    return this.#caller.ask('updateKey', { body }, options);
  }

  /** Returns one page of the endpoints to which this key has sent webhooks. */
  listWebhookEndpoints(
    query: ListWebhookEndpointsQuery = {},
    options?: RequestOptions,
  ): Promise<WebhookEndpointPage> {
    return this.#caller.ask('listWebhookEndpoints', { query: { ...query } }, options);
  }

  pauseWebhookEndpoint(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.#caller.ask('pauseWebhookEndpoint', { id }, options);
  }

  resumeWebhookEndpoint(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.#caller.ask('resumeWebhookEndpoint', { id }, options);
  }

  resendWebhookDelivery(id: string, options?: RequestOptions): Promise<ResentDelivery> {
    return this.#caller.ask('resendWebhookDelivery', { id }, options);
  }

  /** Resends the given-up deliveries of events since a time, in Unix seconds. */
  resendFailedWebhookDeliveries(
    body: ResendFailedDeliveries,
    options?: RequestOptions,
  ): Promise<ResentDeliveries> {
    return this.#caller.ask('resendFailedWebhookDeliveries', { body }, options);
  }

  getOpenApiDocument(options?: RequestOptions): Promise<OpenApiDocument> {
    return this.#caller.ask('getOpenApiDocument', {}, options);
  }
}

function unixSeconds(time: Date | number): number {
  return typeof time === 'number' ? time : Math.floor(time.getTime() / 1_000);
}
