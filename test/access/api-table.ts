import type { DashboardRequest } from './dashboard-route-access';
import type { SampleMerchant } from './sample-merchant';

export interface ApiRouteAccess {
  readonly ask?: (merchant: SampleMerchant) => DashboardRequest;
  /** The expected status if the request has another merchant's key. */
  readonly stranger: number;
  /** The expected status if the request has the same merchant's key for another network. */
  readonly otherNetwork: number;
}

const ofPayment = ({ paymentId }: SampleMerchant): DashboardRequest => ({ id: paymentId });
const ofEndpoint = ({ endpointId }: SampleMerchant): DashboardRequest => ({ id: endpointId });
const ofLink = ({ linkId }: SampleMerchant): DashboardRequest => ({ id: linkId });
const ofTransaction = ({ txid }: SampleMerchant): DashboardRequest => ({ body: { txid } });

/**
 * Every operation under /v1. All merchants share the sandbox chain and may mine on it, so sandbox
 * operations return 200. All sample keys may manage webhooks, except the key for the other network.
 */
export const API_ROUTES: Readonly<Record<string, ApiRouteAccess>> = {
  'GET /v1/btc/payments': {
    ask: () => ({ query: { from: '0', to: '9999999999' } }),
    stranger: 200,
    otherNetwork: 200,
  },
  'POST /v1/btc/payments': {
    ask: ({ key }) => ({
      body: {
        amount_sats: 1,
        destination_address: key.firstAddresses[0] ?? '',
        metadata: { order: '1' },
        return_url: 'https://shop.example/',
      },
    }),
    stranger: 403,
    // The server checks the key's network first. This network is disabled.
    otherNetwork: 503,
  },
  'POST /v1/btc/payment_links': {
    ask: () => ({ body: { title: 'Tea', amount_sats: 1_000 } }),
    stranger: 201,
    otherNetwork: 201,
  },
  'GET /v1/btc/payment_links': { stranger: 200, otherNetwork: 200 },
  'GET /v1/btc/payment_links/{id}': { ask: ofLink, stranger: 404, otherNetwork: 404 },
  'POST /v1/btc/payment_links/{id}/deactivate': { ask: ofLink, stranger: 404, otherNetwork: 404 },
  'GET /v1/btc/rates': {
    ask: () => ({ query: { currency: 'BTC' } }),
    stranger: 200,
    otherNetwork: 200,
  },
  'GET /v1/btc/payments/{id}': { ask: ofPayment, stranger: 404, otherNetwork: 404 },
  'POST /v1/btc/payments/{id}/cancel': { ask: ofPayment, stranger: 404, otherNetwork: 404 },
  'GET /v1/btc/payments/{id}/webhook-deliveries': {
    ask: ofPayment,
    stranger: 404,
    otherNetwork: 404,
  },
  'POST /v1/btc/payments/{id}/refunds': {
    ask: ({ paymentId }) => ({ id: paymentId, body: { amount_sats: 1, confirm_excess: true } }),
    stranger: 404,
    otherNetwork: 404,
  },
  'GET /v1/btc/payments/{id}/refunds': { ask: ofPayment, stranger: 404, otherNetwork: 404 },
  'GET /v1/btc/refunds/{id}': {
    ask: ({ refundId }) => ({ id: refundId }),
    stranger: 404,
    otherNetwork: 404,
  },
  'GET /v1/events': { stranger: 200, otherNetwork: 200 },
  'GET /v1/events/{id}': {
    ask: ({ eventId }) => ({ id: eventId }),
    stranger: 404,
    otherNetwork: 404,
  },
  'GET /v1/key': { stranger: 200, otherNetwork: 200 },
  'PATCH /v1/key': {
    ask: () => ({ body: { embed_origins: [] } }),
    stranger: 200,
    otherNetwork: 403,
  },
  'GET /v1/webhooks/endpoints': { stranger: 200, otherNetwork: 403 },
  'POST /v1/webhooks/endpoints/{id}/pause': { ask: ofEndpoint, stranger: 404, otherNetwork: 403 },
  'POST /v1/webhooks/endpoints/{id}/resume': { ask: ofEndpoint, stranger: 404, otherNetwork: 403 },
  'POST /v1/webhooks/deliveries/{id}/resend': {
    ask: ({ deliveryId }) => ({ id: deliveryId }),
    stranger: 404,
    otherNetwork: 403,
  },
  'POST /v1/webhooks/deliveries/resend-failed': {
    ask: () => ({ body: { from: 0 } }),
    stranger: 200,
    otherNetwork: 403,
  },
  'POST /v1/webhooks/test': {
    ask: () => ({ body: { webhook_url: 'http://127.0.0.1:9/' } }),
    stranger: 200,
    otherNetwork: 200,
  },
  'POST /v1/sandbox/pay': {
    ask: ({ paymentId }) => ({ body: { payment_id: paymentId } }),
    stranger: 404,
    otherNetwork: 403,
  },
  'POST /v1/sandbox/replace': { ask: ofTransaction, stranger: 409, otherNetwork: 403 },
  'POST /v1/sandbox/double-spend': { ask: ofTransaction, stranger: 409, otherNetwork: 403 },
  'POST /v1/sandbox/mine': { stranger: 200, otherNetwork: 403 },
  'POST /v1/sandbox/reorg': {
    ask: ({ txid }) => ({ body: { drop: [txid] } }),
    stranger: 409,
    otherNetwork: 403,
  },
};
