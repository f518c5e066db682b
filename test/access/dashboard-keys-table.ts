import { randomDescriptor } from '@/test/support/factories';
import type { DashboardRouteAccess } from './dashboard-route-access';

const KEY_SETTINGS = {
  name: 'New',
  allow_custom_addresses: false,
  allow_management: false,
  allow_follow_ups: false,
  allowed_ips: [],
  embed_origins: [],
  webhook_events: [],
  customer_mails: [],
  default_webhook_url: null,
  expires_at: null,
};

const BTCPAY_IMPORT = {
  url: 'https://btcpay.example',
  key: 'a0b1c2d3e4f5',
  store: 'A1b2C3',
  network: 'testnet4',
  days: 30,
};

export const KEY_ROUTES: Readonly<Record<string, DashboardRouteAccess>> = {
  'GET /api/dashboard/keys': { may: 'read', stranger: 200 },
  'POST /api/dashboard/keys': {
    may: 'administer',
    ask: () => ({
      body: {
        network: 'regtest',
        descriptor: randomDescriptor('regtest'),
        ...KEY_SETTINGS,
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
    ['revoke', 'signing-secret'].map((act): [string, DashboardRouteAccess] => [
      `POST /api/dashboard/keys/{id}/${act}`,
      { may: 'administer', ask: ({ key }) => ({ id: key.id, body: {} }), stranger: 404 },
    ]),
  ),
  ...Object.fromEntries(
    ['rotate', 'signing-secret/rotate'].map((act): [string, DashboardRouteAccess] => [
      `POST /api/dashboard/keys/{id}/${act}`,
      {
        may: 'administer',
        ask: ({ key }) => ({ id: key.id, body: { overlap_seconds: 0 } }),
        stranger: 404,
      },
    ]),
  ),
  'GET /api/dashboard/shops': { may: 'read', stranger: 200 },
  'POST /api/dashboard/shops': {
    may: 'administer',
    ask: ({ key }) => ({ body: { plugin: 'calcom', api_key_id: key.id } }),
    stranger: 404,
  },
  'POST /api/dashboard/shops/{id}/revoke': {
    may: 'administer',
    ask: ({ pairingId }) => ({ id: pairingId, body: {} }),
    stranger: 404,
  },
  'POST /api/dashboard/shops/{id}/test-order': {
    may: 'change',
    ask: ({ pairingId }) => ({ id: pairingId, body: {} }),
    stranger: 404,
  },
  ...Object.fromEntries(
    ['btcpay', 'btcpay/check'].map((act): [string, DashboardRouteAccess] => [
      `POST /api/dashboard/imports/${act}`,
      // The server follows no source for this network, so it imports nothing.
      { may: 'administer', ask: () => ({ body: BTCPAY_IMPORT }), stranger: 400 },
    ]),
  ),
  'GET /api/dashboard/wallets': { may: 'read', stranger: 200 },
  'POST /api/dashboard/wallets': {
    may: 'administer',
    ask: () => ({
      body: { network: 'regtest', descriptor: randomDescriptor('regtest'), name: 'Savings' },
    }),
    stranger: 200,
  },
  'PATCH /api/dashboard/wallets/{id}': {
    may: 'administer',
    ask: ({ key }) => ({ id: key.actor.walletId, body: { name: 'Taken over' } }),
    stranger: 404,
  },
  'POST /api/dashboard/wallets/{id}/keys': {
    may: 'administer',
    ask: ({ key }) => ({ id: key.actor.walletId, body: KEY_SETTINGS }),
    stranger: 404,
  },
  'GET /api/dashboard/wallets/{id}/address': {
    may: 'read',
    ask: ({ key }) => ({ id: key.actor.walletId, query: { index: '0' } }),
    stranger: 404,
  },
  'POST /api/dashboard/wallets/{id}/compare': {
    may: 'change',
    ask: ({ key }) => ({ id: key.actor.walletId, body: { index: 0 } }),
    stranger: 404,
  },
  'GET /api/dashboard/wallets/{id}/labels': {
    may: 'read',
    ask: ({ key }) => ({ id: key.actor.walletId }),
    stranger: 404,
  },
};
