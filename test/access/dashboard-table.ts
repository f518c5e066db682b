import { createHmac } from 'node:crypto';
import { KEY_ROUTES } from './dashboard-keys-table';
import { OWN_DATA_ROUTES } from './dashboard-own-table';
import { PAYMENT_ROUTES } from './dashboard-payment-table';
import { REFUND_ROUTES } from './dashboard-refund-table';
import type { DashboardRouteAccess } from './dashboard-route-access';

const RANGE = { from: '0', to: '253402300798' };

/** Returns a signed webhook. The response to it contains the name of the key with this secret. */
function signedBy(secret: string) {
  const mac = createHmac('sha256', secret).update('1700000000.{}').digest('hex');
  const headers = `X-Service-Timestamp: 1700000000\nX-Service-Signature: sha256=${mac}`;
  return { headers, body: '{}' };
}

/** The test fails if a route is missing here. */
export const DASHBOARD_ROUTES: Readonly<Record<string, DashboardRouteAccess>> = {
  'GET /api/dashboard/audit/export': { may: 'administer', stranger: 200 },
  'GET /api/dashboard/audit': {
    may: 'administer',
    ask: ({ owner, auditId }) => ({ query: { user: owner.userId, after: auditId } }),
    stranger: 200,
  },
  'GET /api/dashboard/chains': { may: 'self', stranger: 200 },
  'GET /api/dashboard/deliveries': {
    may: 'read',
    ask: ({ key }) => ({ query: { key: key.id, ...RANGE } }),
    stranger: 200,
  },
  'GET /api/dashboard/deliveries/{id}': {
    may: 'read',
    ask: ({ deliveryId }) => ({ id: deliveryId }),
    stranger: 404,
  },
  'POST /api/dashboard/deliveries/{id}/resend': {
    may: 'change',
    ask: ({ deliveryId }) => ({ id: deliveryId, body: {} }),
    stranger: 404,
  },
  'POST /api/dashboard/deliveries/resend': {
    may: 'change',
    ask: ({ key }) => ({ body: { key: key.id, status: 'all' } }),
    stranger: 200,
  },
  'GET /api/dashboard/endpoints': { may: 'read', stranger: 200 },
  'GET /api/dashboard/endpoints/{id}': {
    may: 'read',
    ask: ({ endpointId }) => ({ id: endpointId }),
    stranger: 404,
  },
  'POST /api/dashboard/endpoints/{id}/pause': {
    may: 'change',
    ask: ({ endpointId }) => ({ id: endpointId, body: {} }),
    stranger: 404,
  },
  'POST /api/dashboard/endpoints/{id}/resume': {
    may: 'change',
    ask: ({ endpointId }) => ({ id: endpointId, body: {} }),
    stranger: 404,
  },
  // The stream reports that data has changed, but contains no data. The test
  // test/integration/dashboard/changes.test.ts checks which users get it.
  'GET /api/dashboard/events': { may: 'self', stranger: 200 },
  'GET /api/dashboard/frame': { may: 'read', stranger: 200 },
  'GET /api/dashboard/health': { may: 'read', stranger: 200 },
  'GET /api/dashboard/requests': {
    may: 'read',
    ask: ({ key }) => ({ query: { key: key.id, status: '2xx', limit: '10' } }),
    stranger: 200,
  },
  'GET /api/dashboard/requests/{id}': {
    may: 'read',
    ask: ({ requestId }) => ({ id: requestId }),
    stranger: 404,
  },
  'GET /api/dashboard/rates': {
    may: 'self',
    ask: () => ({ query: { network: 'regtest', currency: 'EUR' } }),
    stranger: 200,
  },
  'GET /api/dashboard/home/month': {
    may: 'read',
    ask: () => ({ query: { network: 'regtest', month: '2026-05', time_zone: 'Europe/Berlin' } }),
    figuresOnly: true,
    stranger: 200,
  },
  'GET /api/dashboard/home': { may: 'read', stranger: 200 },
  'GET /api/dashboard/reports': {
    may: 'read',
    ask: () => ({ query: { network: 'regtest', period: '2026-q2', time_zone: 'Europe/Berlin' } }),
    figuresOnly: true,
    stranger: 200,
  },
  'GET /api/dashboard/reports/file': {
    may: 'read',
    ask: () => ({ query: { format: 'csv', period: '2026' } }),
    // The sample has no confirmed payment.
    figuresOnly: true,
    stranger: 200,
  },
  'GET /api/dashboard/payment-links': { may: 'read', stranger: 200 },
  'POST /api/dashboard/payment-links': {
    may: 'change',
    ask: ({ key }) => ({ body: { api_key_id: key.id, title: 'Tea', amount_sats: 1_000 } }),
    stranger: 404,
  },
  'GET /api/dashboard/payment-links/{id}': {
    may: 'read',
    ask: ({ linkId }) => ({ id: linkId }),
    stranger: 404,
  },
  'POST /api/dashboard/payment-links/{id}/deactivate': {
    may: 'change',
    ask: ({ linkId }) => ({ id: linkId, body: {} }),
    stranger: 404,
  },
  ...PAYMENT_ROUTES,
  ...REFUND_ROUTES,
  ...KEY_ROUTES,
  ...OWN_DATA_ROUTES,
  'GET /api/dashboard/team': { may: 'read', stranger: 200 },
  'POST /api/dashboard/team/invitations': {
    may: 'administer',
    ask: () => ({ body: { email: 'someone@elsewhere.example', role: 'viewer' } }),
    stranger: 200,
  },
  'DELETE /api/dashboard/team/invitations/{id}': {
    may: 'administer',
    ask: ({ invitationId }) => ({ id: invitationId, body: {} }),
    stranger: 404,
  },
  'PATCH /api/dashboard/team/members/{id}': {
    may: 'administer',
    ask: ({ owner }) => ({ id: owner.userId, body: { role: 'viewer' } }),
    stranger: 404,
  },
  'DELETE /api/dashboard/team/members/{id}': {
    may: 'administer',
    ask: ({ owner }) => ({ id: owner.userId, body: {} }),
    stranger: 404,
  },
  'POST /api/dashboard/webhooks/check': {
    may: 'read',
    ask: ({ key }) => ({ body: { secret: 'whsec_none', ...signedBy(key.signingSecret) } }),
    stranger: 200,
  },
  'POST /api/dashboard/webhooks/test': {
    may: 'change',
    ask: ({ key }) => ({ body: { key: key.id, webhook_url: 'http://127.0.0.1:9/' } }),
    stranger: 404,
  },
};
