import { softAuthenticator } from '@/test/support/soft-authenticator';
import type { DashboardRouteAccess } from './dashboard-route-access';

const own = { body: {} };

const SITE = { rpId: 'localhost', origin: 'http://localhost' };
/** No server has created this challenge. */
const MADE_UP = { challenge: 'bWFkZSB1cA' };

const ENDPOINT = { name: 'Books', events: ['payment.confirmed'], network: null };

export const SMALL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

export const OWN_DATA_ROUTES: Readonly<Record<string, DashboardRouteAccess>> = {
  'DELETE /api/dashboard/session': { may: 'self', ask: () => own, stranger: 200 },
  'POST /api/dashboard/session/merchant': {
    may: 'self',
    ask: ({ owner }) => ({ body: { merchant_id: owner.merchantId } }),
    stranger: 404,
  },
  'PATCH /api/dashboard/team': {
    may: 'administer',
    ask: () => ({ body: { requires_factor: false } }),
    stranger: 200,
  },
  'PATCH /api/dashboard/settings/display-currency': {
    may: 'administer',
    ask: () => ({ body: { currency: 'EUR' } }),
    stranger: 200,
  },
  'PATCH /api/dashboard/settings/time-zone': {
    may: 'administer',
    ask: () => ({ body: { time_zone: 'Europe/Berlin' } }),
    stranger: 200,
  },
  'PATCH /api/dashboard/settings/customer-retention': {
    may: 'administer',
    ask: () => ({ body: { days: 90 } }),
    stranger: 200,
  },
  'POST /api/dashboard/endpoints': {
    may: 'administer',
    ask: () => ({ body: { ...ENDPOINT, url: 'https://93.184.215.14/books' } }),
    stranger: 200,
  },
  'PATCH /api/dashboard/endpoints/{id}': {
    may: 'administer',
    ask: ({ endpointId }) => ({ id: endpointId, body: { name: 'Books' } }),
    stranger: 404,
  },
  'POST /api/dashboard/endpoints/{id}/signing-secret/rotate': {
    may: 'administer',
    ask: ({ endpointId }) => ({ id: endpointId, body: { overlap_seconds: 0 } }),
    stranger: 404,
  },
  'POST /api/dashboard/endpoints/{id}/remove': {
    may: 'administer',
    ask: ({ endpointId }) => ({ id: endpointId, body: {} }),
    stranger: 404,
  },
  'GET /api/dashboard/settings/face': { may: 'read', stranger: 200 },
  'PATCH /api/dashboard/settings/face': {
    may: 'administer',
    ask: () => ({ body: { support_email: 'orders@acme.example' } }),
    stranger: 200,
  },
  'POST /api/dashboard/settings/logo': {
    may: 'administer',
    ask: () => ({ body: { image: SMALL_PNG } }),
    stranger: 200,
  },
  'DELETE /api/dashboard/settings/logo': { may: 'administer', ask: () => own, stranger: 200 },
  'PATCH /api/dashboard/settings/merchant': {
    may: 'administer',
    ask: () => ({ body: { name: 'Renamed' } }),
    stranger: 200,
  },
  'PATCH /api/dashboard/settings/name': {
    may: 'self',
    ask: () => ({ body: { name: 'Ann' } }),
    stranger: 200,
  },
  'POST /api/dashboard/settings/password': {
    may: 'self',
    ask: () => ({ body: { current: '', password: 'a long enough password' } }),
    stranger: 200,
  },
  'GET /api/dashboard/settings/notifications': { may: 'self', stranger: 200 },
  'PATCH /api/dashboard/settings/notifications': {
    may: 'self',
    ask: () => ({ body: { topics: ['money'] } }),
    stranger: 200,
  },
  'GET /api/dashboard/settings/channels': { may: 'read', stranger: 200 },
  'POST /api/dashboard/settings/channels': {
    may: 'administer',
    ask: () => ({
      body: { name: 'Orders', url: 'http://93.184.215.14/hook', kind: 'slack', topics: [] },
    }),
    stranger: 200,
  },
  'PATCH /api/dashboard/settings/channels/{id}': {
    may: 'administer',
    ask: ({ channelId }) => ({ id: channelId, body: { topics: ['money'] } }),
    stranger: 404,
  },
  'DELETE /api/dashboard/settings/channels/{id}': {
    may: 'administer',
    ask: ({ channelId }) => ({ id: channelId, body: {} }),
    stranger: 404,
  },
  'POST /api/dashboard/settings/channels/{id}/test': {
    may: 'administer',
    ask: ({ channelId }) => ({ id: channelId, body: {} }),
    stranger: 404,
  },
  'POST /api/dashboard/health/test-mail': { may: 'self', ask: () => own, stranger: 400 },
  'GET /api/dashboard/settings/sessions': { may: 'self', stranger: 200 },
  'DELETE /api/dashboard/settings/sessions': { may: 'self', ask: () => own, stranger: 200 },
  'DELETE /api/dashboard/settings/sessions/{id}': {
    may: 'self',
    ask: ({ owner }) => ({ id: owner.sessionId, body: {} }),
    stranger: 404,
  },
  'GET /api/dashboard/session/factor': { may: 'self', stranger: 200 },
  'POST /api/dashboard/session/factor': {
    may: 'self',
    ask: () => ({ body: { code: '' } }),
    stranger: 400,
  },
  'POST /api/dashboard/session/passkey/options': { may: 'self', ask: () => own, stranger: 200 },
  'POST /api/dashboard/session/passkey': {
    may: 'self',
    ask: () => ({ body: { passkey: softAuthenticator(SITE).assert(MADE_UP) } }),
    stranger: 400,
  },
  'GET /api/dashboard/settings/factors': { may: 'self', stranger: 200 },
  'POST /api/dashboard/settings/passkeys/options': { may: 'self', ask: () => own, stranger: 200 },
  'POST /api/dashboard/settings/passkeys': {
    may: 'self',
    ask: () => ({ body: { passkey: softAuthenticator(SITE).register(MADE_UP) } }),
    stranger: 400,
  },
  'PATCH /api/dashboard/settings/passkeys/{id}': {
    may: 'self',
    ask: ({ passkeyId }) => ({ id: passkeyId, body: { name: 'Taken over' } }),
    stranger: 404,
  },
  'DELETE /api/dashboard/settings/passkeys/{id}': {
    may: 'self',
    ask: ({ passkeyId }) => ({ id: passkeyId, body: {} }),
    stranger: 404,
  },
  'POST /api/dashboard/settings/totp': { may: 'self', ask: () => own, stranger: 200 },
  'POST /api/dashboard/settings/totp/confirm': {
    may: 'self',
    ask: () => ({ body: { code: '' } }),
    stranger: 400,
  },
  'DELETE /api/dashboard/settings/totp': { may: 'self', ask: () => own, stranger: 404 },
  'POST /api/dashboard/settings/recovery-codes': { may: 'self', ask: () => own, stranger: 404 },
  'GET /api/dashboard/views': { may: 'self', stranger: 200 },
  'POST /api/dashboard/views': {
    may: 'self',
    ask: () => ({ body: { name: 'Open', search: 'status=pending' } }),
    stranger: 200,
  },
  'PATCH /api/dashboard/views/{id}': {
    may: 'self',
    ask: ({ viewId }) => ({ id: viewId, body: { name: 'Taken over' } }),
    stranger: 404,
  },
  'DELETE /api/dashboard/views/{id}': {
    may: 'self',
    ask: ({ viewId }) => ({ id: viewId, body: {} }),
    stranger: 404,
  },
};
