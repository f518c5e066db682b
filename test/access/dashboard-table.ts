import { createHmac } from 'node:crypto';
import { randomDescriptor } from '@/test/support/factories';
import type { DashboardEntry } from './dashboard-entry';
import { OWN } from './dashboard-own-table';

const RANGE = { from: '0', to: '253402300798' };

/** A pasted webhook; the response names the key whose secret signed it. */
function signedBy(secret: string) {
  const mac = createHmac('sha256', secret).update('1700000000.{}').digest('hex');
  const headers = `X-Service-Timestamp: 1700000000\nX-Service-Signature: sha256=${mac}`;
  return { headers, body: '{}' };
}

/** Every route under /api/dashboard. A missing one fails the test. */
export const DASHBOARD: Readonly<Record<string, DashboardEntry>> = {
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
  'POST /api/dashboard/deliveries/resend-failed': {
    may: 'change',
    ask: ({ key }) => ({ body: { key: key.id } }),
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
  // Sends what changed, never the data; test/integration/dashboard/changes.test.ts covers to whom.
  'GET /api/dashboard/events': { may: 'self', stranger: 200 },
  'GET /api/dashboard/frame': { may: 'read', stranger: 200 },
  'GET /api/dashboard/keys': { may: 'read', stranger: 200 },
  'GET /api/dashboard/keys/{id}/requests': {
    may: 'read',
    ask: ({ key }) => ({ id: key.id, query: { status: '2xx', limit: '10' } }),
    stranger: 404,
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
  'GET /api/dashboard/overview': {
    may: 'read',
    ask: () => ({ query: { network: 'regtest' } }),
    stranger: 200,
  },
  'GET /api/dashboard/overview/strips': {
    may: 'read',
    ask: () => ({ query: { network: 'regtest', range: '7d', time_zone: 'Europe/Berlin' } }),
    figuresOnly: true,
    stranger: 200,
  },
  'POST /api/dashboard/keys': {
    may: 'administer',
    ask: () => ({
      body: {
        network: 'regtest',
        descriptor: randomDescriptor('regtest'),
        name: 'New',
        allow_custom_addresses: false,
        allow_management: false,
        allowed_ips: [],
        embed_origins: [],
        webhook_events: [],
        default_webhook_url: null,
        expires_at: null,
      },
    }),
    stranger: 200,
  },
  'POST /api/dashboard/keys/preview': {
    may: 'administer',
    ask: () => ({ body: { network: 'regtest', descriptor: randomDescriptor('regtest') } }),
    stranger: 200,
  },
  'PATCH /api/dashboard/keys/{id}': {
    may: 'administer',
    ask: ({ key }) => ({ id: key.id, body: { name: 'Taken over' } }),
    stranger: 404,
  },
  ...Object.fromEntries(
    ['revoke', 'signing-secret'].map((act): [string, DashboardEntry] => [
      `POST /api/dashboard/keys/{id}/${act}`,
      { may: 'administer', ask: ({ key }) => ({ id: key.id, body: {} }), stranger: 404 },
    ]),
  ),
  ...Object.fromEntries(
    ['rotate', 'signing-secret/rotate'].map((act): [string, DashboardEntry] => [
      `POST /api/dashboard/keys/{id}/${act}`,
      {
        may: 'administer',
        ask: ({ key }) => ({ id: key.id, body: { overlap_seconds: 0 } }),
        stranger: 404,
      },
    ]),
  ),
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
  'GET /api/dashboard/payments/export': {
    may: 'read',
    ask: ({ key }) => ({ query: { key: key.id, format: 'csv' } }),
    stranger: 200,
  },
  'POST /api/dashboard/payments/handle': {
    may: 'change',
    ask: ({ paymentId }) => ({ body: { payments: [{ id: paymentId, received_sats: 0 }] } }),
    // The outcome says that the payment does not exist.
    stranger: 200,
  },
  'POST /api/dashboard/payments/{id}/handle': {
    may: 'change',
    ask: ({ paymentId }) => ({ id: paymentId, body: { received_sats: 0, note: 'Shipped' } }),
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
    ['cancel', 'resend-failed'].map((act): [string, DashboardEntry] => [
      `POST /api/dashboard/payments/${act}`,
      // The outcome of each says that the payment does not exist.
      { may: 'change', ask: ({ paymentId }) => ({ body: { ids: [paymentId] } }), stranger: 200 },
    ]),
  ),
  'POST /api/dashboard/payments/{id}/cancel': {
    may: 'change',
    ask: ({ paymentId }) => ({ id: paymentId, body: {} }),
    stranger: 404,
  },
  'POST /api/dashboard/payments/{id}/simulate': {
    may: 'change',
    ask: ({ paymentId, txid }) => ({ id: paymentId, body: { action: 'take_back', txid } }),
    stranger: 404,
  },
  ...OWN,
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
  'GET /api/dashboard/wallets': { may: 'read', stranger: 200 },
  'GET /api/dashboard/wallets/{id}/address': {
    may: 'read',
    ask: ({ key }) => ({ id: key.actor.walletId, query: { index: '0' } }),
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
