import type { DashboardEntry } from './dashboard-entry';

const own = { body: {} };

/** Routes of the user’s own data. */
export const OWN: Readonly<Record<string, DashboardEntry>> = {
  'DELETE /api/dashboard/session': { may: 'self', ask: () => own, stranger: 200 },
  'POST /api/dashboard/session/merchant': {
    may: 'self',
    ask: ({ owner }) => ({ body: { merchant_id: owner.merchantId } }),
    stranger: 404,
  },
  'PATCH /api/dashboard/settings/display-currency': {
    may: 'administer',
    ask: () => ({ body: { currency: 'EUR' } }),
    stranger: 200,
  },
  'PATCH /api/dashboard/settings/merchant': {
    may: 'administer',
    ask: () => ({ body: { name: 'Renamed' } }),
    stranger: 200,
  },
  'POST /api/dashboard/settings/password': {
    may: 'self',
    ask: () => ({ body: { current: '', password: 'a long enough password' } }),
    stranger: 200,
  },
  'GET /api/dashboard/settings/sessions': { may: 'self', stranger: 200 },
  'DELETE /api/dashboard/settings/sessions': { may: 'self', ask: () => own, stranger: 200 },
  'DELETE /api/dashboard/settings/sessions/{id}': {
    may: 'self',
    ask: ({ owner }) => ({ id: owner.sessionId, body: {} }),
    stranger: 404,
  },
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
