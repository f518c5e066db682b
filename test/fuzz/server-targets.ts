import { API_ROUTES } from '@/test/access/api-table';
import { DASHBOARD_ROUTES } from '@/test/access/dashboard-table';
import { greenfieldTargets } from '@/test/access/greenfield-table';
import {
  DASHBOARD_PAGES,
  PUBLIC_ROUTE_REASONS,
  TOKENLESS_ROUTE_STATUSES,
} from '@/test/access/open-table';
import { idInPage, type SampleMerchant } from '@/test/access/sample-merchant';
import type { FuzzTarget } from './fuzz-request';

export interface Cookies {
  readonly owner: string;
  /** Used for requests that end the member's own sessions. */
  readonly other: string;
}

/**
 * Returns every route of a server, with valid credentials. Without credentials, the server would
 * reject most requests early.
 */
export function serverTargets(merchant: SampleMerchant, cookies: Cookies): FuzzTarget[] {
  const cookie = (value: string) => ({ cookie: `blocktally-session=${value}` });
  const dashboard = Object.entries(DASHBOARD_ROUTES).map(([route, { may, ask }]): FuzzTarget => {
    const asked = ask?.(merchant) ?? {};
    const spare = route.includes('/keys/{id}') ? { id: merchant.otherNetworkKey.id } : {};
    const who = cookie(may === 'self' ? cookies.other : cookies.owner);
    const own = { ...who, 'sec-fetch-site': 'same-origin' };
    return { route, asked: { ...asked, ...spare }, headers: own };
  });
  const api = Object.entries(API_ROUTES).map(([route, { ask }]): FuzzTarget => {
    const headers = { authorization: `Bearer ${merchant.key.apiKey}` };
    return { route, asked: ask?.(merchant) ?? {}, headers };
  });
  const open = [...Object.keys(PUBLIC_ROUTE_REASONS), ...Object.keys(TOKENLESS_ROUTE_STATUSES)].map(
    (route): FuzzTarget => {
      const id = openId(route, merchant);
      return { route, asked: { id }, headers: {} };
    },
  );
  const { id, apiKey } = merchant.key;
  const greenfield = greenfieldTargets(id, apiKey, merchant.paymentId);
  const pages = DASHBOARD_PAGES.map((page): FuzzTarget => {
    const id = idInPage(page, merchant);
    return { route: `GET ${page}`, asked: { id }, headers: cookie(cookies.owner) };
  });
  return [...dashboard, ...api, ...greenfield, ...open, ...pages, ...signIns()];
}

function openId(route: string, { checkoutId, linkId }: SampleMerchant): string {
  if (route.includes('/link/')) return linkId;
  return route.includes('/pay/') ? checkoutId : 'signin';
}

/** Returns the endpoints of the authentication library, and the server actions of forms. */
function signIns(): FuzzTarget[] {
  const body = { email: 'a@b.example', password: 'x', csrfToken: 'x', callbackUrl: '/dashboard' };
  const query = { callbackUrl: '/dashboard', error: 'x' };
  const gets = [
    'signin',
    'signout',
    'session',
    'csrf',
    'providers',
    'error',
    'verify-request',
    'callback/credentials',
  ];
  const posts = ['callback/credentials', 'callback/github', 'signout', 'signin/github', 'session'];
  return [
    ...gets.map((name) => ({ route: `GET /api/auth/${name}`, asked: { query }, headers: {} })),
    ...posts.map((name) => ({ route: `POST /api/auth/${name}`, asked: { body }, headers: {} })),
    ...['/sign-in', '/sign-up', '/sign-out', '/invitation/abc'].map((page) => ({
      route: `POST ${page}`,
      asked: { body },
      headers: { 'next-action': 'a'.repeat(42) },
    })),
  ];
}
