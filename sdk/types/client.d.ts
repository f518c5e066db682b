import type { CreatePayment, CreatePaymentLink, EventPage, ListEventsQuery, ListPaymentLinksQuery, ListPaymentsQuery, OpenApiDocument, Payment, PaymentEvent, PaymentLink, PaymentLinkPage, PaymentPage, Rate, SandboxDoubleSpend, SandboxDoubleSpent, SandboxMine, SandboxMined, SandboxPay, SandboxReorg, SandboxReorganised, SandboxReplace, SandboxTransaction, TestWebhook, TestWebhookResult, WebhookDelivery } from '../types/api.js';
import { type ClientOptions, type RequestOptions } from './caller.js';
/** The range of `created_at`, both ends included. */
export interface PaymentRange extends Omit<ListPaymentsQuery, 'from' | 'to'> {
    /** A date, or Unix time in seconds. */
    readonly from: Date | number;
    readonly to: Date | number;
}
/**
 * The API of one Blocktally server with one API key. There is a method for each operation, with its
 * name in the OpenAPI document. Each throws {@link ApiError} or `ConnectionError`.
 */
export declare class Blocktally {
    #private;
    constructor(options: ClientOptions);
    /**
     * Creates a payment once: all attempts of a call share an Idempotency-Key. If you give the order's
     * own key, a second call after a crash returns the same payment.
     */
    createPayment(payment: CreatePayment, options?: RequestOptions & {
        readonly idempotencyKey?: string;
    }): Promise<Payment>;
    /** What one bitcoin costs, as a payment with a `price` in this currency would have it now. */
    getRate(currency: string, options?: RequestOptions): Promise<Rate>;
    /** One page of payments, newest first. */
    listPayments(range: PaymentRange, options?: RequestOptions): Promise<PaymentPage>;
    /**
     * Every payment of a range, newest first. Pages of `limit` payments are fetched when needed. No
     * payment comes twice, and none is left out when others are created or change in between.
     */
    eachPayment(range: Omit<PaymentRange, 'offset' | 'cursor'>, options?: RequestOptions): AsyncGenerator<Payment, void, undefined>;
    getPayment(id: string, options?: RequestOptions): Promise<Payment>;
    /**
     * The payment and its ETag; without the payment if nothing has changed since the answer with the
     * given ETag.
     */
    getPaymentIfChanged(id: string, etag?: string, options?: RequestOptions): Promise<{
        etag: string;
        payment: Payment | undefined;
    }>;
    cancelPayment(id: string, options?: RequestOptions): Promise<Payment>;
    /** Creates a page on which customers make payments themselves. Not repeated by itself. */
    createPaymentLink(link: CreatePaymentLink, options?: RequestOptions): Promise<PaymentLink>;
    /** One page of payment links, newest first. */
    listPaymentLinks(query?: ListPaymentLinksQuery, options?: RequestOptions): Promise<PaymentLinkPage>;
    getPaymentLink(id: string, options?: RequestOptions): Promise<PaymentLink>;
    deactivatePaymentLink(id: string, options?: RequestOptions): Promise<PaymentLink>;
    listWebhookDeliveries(id: string, options?: RequestOptions): Promise<WebhookDelivery[]>;
    sendTestWebhook(body: TestWebhook, options?: RequestOptions): Promise<TestWebhookResult>;
    /** One page of events, in the order in which to read them. */
    listEvents(query?: ListEventsQuery, options?: RequestOptions): Promise<EventPage>;
    /**
     * Every event after the one with this id, or from the first one, until none is left. To go on later
     * without missing any, store the id of the last event with what you did about it.
     */
    events(after?: string, options?: RequestOptions): AsyncGenerator<PaymentEvent, void, undefined>;
    sandboxPay(body: SandboxPay, options?: RequestOptions): Promise<SandboxTransaction>;
    sandboxMine(body?: SandboxMine, options?: RequestOptions): Promise<SandboxMined>;
    sandboxReplace(body: SandboxReplace, options?: RequestOptions): Promise<SandboxTransaction>;
    sandboxDoubleSpend(body: SandboxDoubleSpend, options?: RequestOptions): Promise<SandboxDoubleSpent>;
    sandboxReorg(body?: SandboxReorg, options?: RequestOptions): Promise<SandboxReorganised>;
    getOpenApiDocument(options?: RequestOptions): Promise<OpenApiDocument>;
}
