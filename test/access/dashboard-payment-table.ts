import type { DashboardRouteAccess } from './dashboard-route-access';

const RANGE = { from: '0', to: '253402300798' };

export const PAYMENT_ROUTES: Readonly<Record<string, DashboardRouteAccess>> = {
  'GET /api/dashboard/payments': {
    may: 'read',
    ask: ({ key, paymentId }) => ({ query: { key: key.id, q: paymentId, ...RANGE } }),
    stranger: 200,
  },
  'POST /api/dashboard/payments': {
    may: 'change',
    ask: ({ key }) => ({
      body: { api_key_id: key.id, amount_sats: 1_000, metadata: { order: '1' } },
    }),
    stranger: 404,
  },
  'GET /api/dashboard/payments/sums': {
    may: 'read',
    ask: ({ key }) => ({ query: { key: key.id } }),
    figuresOnly: true,
    stranger: 200,
  },
  'GET /api/dashboard/payments/export': {
    may: 'read',
    ask: ({ key }) => ({ query: { key: key.id, format: 'csv' } }),
    stranger: 200,
  },
  'GET /api/dashboard/payments/selected': {
    may: 'read',
    ask: ({ paymentId }) => ({ query: { ids: paymentId } }),
    // No bulk action can change the sample's payment, so the response omits the payment.
    figuresOnly: true,
    // The response omits the payments of other merchants.
    stranger: 200,
  },
  'PATCH /api/dashboard/inbox/{id}/note': {
    may: 'change',
    ask: ({ paymentId }) => ({ id: paymentId, body: { note: 'Call the customer' } }),
    stranger: 404,
  },
  'POST /api/dashboard/payments/handle': {
    may: 'change',
    ask: ({ paymentId }) => ({ body: { payments: [{ id: paymentId, received_sats: 0 }] } }),
    // The status is 200, but the result says that the payment does not exist.
    stranger: 200,
  },
  'POST /api/dashboard/payments/{id}/handle': {
    may: 'change',
    ask: ({ paymentId }) => ({ id: paymentId, body: { received_sats: 0, note: 'Shipped' } }),
    stranger: 404,
  },
  'POST /api/dashboard/payments/{id}/accept': {
    may: 'change',
    ask: ({ paymentId }) => ({ id: paymentId, body: { received_sats: 0 } }),
    stranger: 404,
  },
  'POST /api/dashboard/payments/{id}/follow-up': {
    may: 'change',
    ask: ({ paymentId }) => ({ id: paymentId, body: {} }),
    stranger: 404,
  },
  'POST /api/dashboard/payments/{id}/unhandle': {
    may: 'change',
    ask: ({ paymentId }) => ({ id: paymentId, body: { reasons: ['late'] } }),
    stranger: 404,
  },
  'GET /api/dashboard/payments/{id}': {
    may: 'read',
    ask: ({ paymentId }) => ({ id: paymentId }),
    stranger: 404,
  },
  'GET /api/dashboard/payments/{id}/outputs': {
    may: 'read',
    ask: ({ paymentId }) => ({ id: paymentId }),
    stranger: 404,
  },
  ...Object.fromEntries(
    ['cancel', 'resend-failed'].map((act): [string, DashboardRouteAccess] => [
      `POST /api/dashboard/payments/${act}`,
      // The status is 200, but each result says that the payment does not exist.
      { may: 'change', ask: ({ paymentId }) => ({ body: { ids: [paymentId] } }), stranger: 200 },
    ]),
  ),
  'POST /api/dashboard/payments/{id}/cancel': {
    may: 'change',
    ask: ({ paymentId }) => ({ id: paymentId, body: {} }),
    stranger: 404,
  },
  'GET /api/dashboard/customers': {
    may: 'read',
    ask: () => ({ query: { network: 'regtest' } }),
    stranger: 200,
  },
  'GET /api/dashboard/customers/{id}': {
    may: 'read',
    ask: ({ paymentId }) => ({ id: paymentId }),
    stranger: 404,
  },
  'POST /api/dashboard/customers/{id}/erase': {
    may: 'administer',
    ask: ({ paymentId }) => ({ id: paymentId, body: {} }),
    stranger: 404,
  },
  'POST /api/dashboard/payments/{id}/simulate': {
    may: 'change',
    ask: ({ paymentId, txid }) => ({ id: paymentId, body: { action: 'take_back', txid } }),
    stranger: 404,
  },
};
