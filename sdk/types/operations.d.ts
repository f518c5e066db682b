import type { CreatePayment, CreatePaymentLink, EventPage, GetRateQuery, ListEventsQuery, ListPaymentLinksQuery, ListPaymentsQuery, OpenApiDocument, Payment, PaymentLink, PaymentLinkPage, PaymentPage, Rate, SandboxDoubleSpend, SandboxDoubleSpent, SandboxMine, SandboxMined, SandboxPay, SandboxReorg, SandboxReorganised, SandboxReplace, SandboxTransaction, TestWebhook, TestWebhookResult, WebhookDelivery } from '../types/api.js';
/** What each operation takes and answers. */
export interface Operations {
    listPayments: {
        query: ListPaymentsQuery;
        body: undefined;
        answer: PaymentPage;
    };
    createPayment: {
        query: undefined;
        body: CreatePayment;
        answer: Payment;
    };
    getPayment: {
        query: undefined;
        body: undefined;
        answer: Payment;
    };
    cancelPayment: {
        query: undefined;
        body: undefined;
        answer: Payment;
    };
    listPaymentLinks: {
        query: ListPaymentLinksQuery;
        body: undefined;
        answer: PaymentLinkPage;
    };
    createPaymentLink: {
        query: undefined;
        body: CreatePaymentLink;
        answer: PaymentLink;
    };
    getPaymentLink: {
        query: undefined;
        body: undefined;
        answer: PaymentLink;
    };
    deactivatePaymentLink: {
        query: undefined;
        body: undefined;
        answer: PaymentLink;
    };
    getRate: {
        query: GetRateQuery;
        body: undefined;
        answer: Rate;
    };
    listWebhookDeliveries: {
        query: undefined;
        body: undefined;
        answer: WebhookDelivery[];
    };
    sendTestWebhook: {
        query: undefined;
        body: TestWebhook;
        answer: TestWebhookResult;
    };
    listEvents: {
        query: ListEventsQuery;
        body: undefined;
        answer: EventPage;
    };
    sandboxPay: {
        query: undefined;
        body: SandboxPay;
        answer: SandboxTransaction;
    };
    sandboxMine: {
        query: undefined;
        body: SandboxMine;
        answer: SandboxMined;
    };
    sandboxReplace: {
        query: undefined;
        body: SandboxReplace;
        answer: SandboxTransaction;
    };
    sandboxDoubleSpend: {
        query: undefined;
        body: SandboxDoubleSpend;
        answer: SandboxDoubleSpent;
    };
    sandboxReorg: {
        query: undefined;
        body: SandboxReorg;
        answer: SandboxReorganised;
    };
    getOpenApiDocument: {
        query: undefined;
        body: undefined;
        answer: OpenApiDocument;
    };
}
/** Where each operation is. */
export declare const OPERATIONS: {
    readonly listPayments: {
        readonly method: 'GET';
        readonly path: '/v1/btc/payments';
    };
    readonly createPayment: {
        readonly method: 'POST';
        readonly path: '/v1/btc/payments';
    };
    readonly getPayment: {
        readonly method: 'GET';
        readonly path: '/v1/btc/payments/{id}';
    };
    readonly cancelPayment: {
        readonly method: 'POST';
        readonly path: '/v1/btc/payments/{id}/cancel';
    };
    readonly listPaymentLinks: {
        readonly method: 'GET';
        readonly path: '/v1/btc/payment_links';
    };
    readonly createPaymentLink: {
        readonly method: 'POST';
        readonly path: '/v1/btc/payment_links';
    };
    readonly getPaymentLink: {
        readonly method: 'GET';
        readonly path: '/v1/btc/payment_links/{id}';
    };
    readonly deactivatePaymentLink: {
        readonly method: 'POST';
        readonly path: '/v1/btc/payment_links/{id}/deactivate';
    };
    readonly getRate: {
        readonly method: 'GET';
        readonly path: '/v1/btc/rates';
    };
    readonly listWebhookDeliveries: {
        readonly method: 'GET';
        readonly path: '/v1/btc/payments/{id}/webhook-deliveries';
    };
    readonly sendTestWebhook: {
        readonly method: 'POST';
        readonly path: '/v1/webhooks/test';
    };
    readonly listEvents: {
        readonly method: 'GET';
        readonly path: '/v1/events';
    };
    readonly sandboxPay: {
        readonly method: 'POST';
        readonly path: '/v1/sandbox/pay';
    };
    readonly sandboxMine: {
        readonly method: 'POST';
        readonly path: '/v1/sandbox/mine';
    };
    readonly sandboxReplace: {
        readonly method: 'POST';
        readonly path: '/v1/sandbox/replace';
    };
    readonly sandboxDoubleSpend: {
        readonly method: 'POST';
        readonly path: '/v1/sandbox/double-spend';
    };
    readonly sandboxReorg: {
        readonly method: 'POST';
        readonly path: '/v1/sandbox/reorg';
    };
    readonly getOpenApiDocument: {
        readonly method: 'GET';
        readonly path: '/v1/openapi.json';
    };
};
