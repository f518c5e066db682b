import type { DashboardRouteAccess } from './dashboard-route-access';

const TXID = '00'.repeat(32);
const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

const CHANGES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  link: {},
  address: { address: ADDRESS },
  quote: {},
  paid: { txid: TXID },
  'accept-output': { txid: TXID, vout: 0 },
  simulate: {},
  drop: {},
};

export const REFUND_ROUTES: Readonly<Record<string, DashboardRouteAccess>> = {
  'GET /api/dashboard/refunds/file': {
    may: 'read',
    ask: ({ refundId }) => ({ query: { ids: refundId, format: 'sparrow' } }),
    stranger: 404,
  },
  'POST /api/dashboard/refunds/psbt': {
    may: 'change',
    ask: ({ refundId }) => ({ body: { ids: [refundId] } }),
    stranger: 404,
  },
  'POST /api/dashboard/payments/{id}/refunds': {
    may: 'change',
    ask: ({ paymentId }) => ({ id: paymentId, body: { amount_sats: 1_000 } }),
    stranger: 404,
  },
  ...Object.fromEntries(
    Object.entries(CHANGES).map(([change, body]): [string, DashboardRouteAccess] => [
      `POST /api/dashboard/refunds/{id}/${change}`,
      { may: 'change', ask: ({ refundId }) => ({ id: refundId, body }), stranger: 404 },
    ]),
  ),
};
