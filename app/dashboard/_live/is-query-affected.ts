import type { QueryKey } from '@tanstack/react-query';
import type { DashboardChange } from '@/lib/domain/change';
import type { ReadEndpoint } from '../_data/call-api';

type KindOf<C> = C extends `${infer Kind} ${string}` ? Kind : C;
type Kind = KindOf<Exclude<DashboardChange, 'all'>>;

const PAYMENTS = ['payments', 'payment'] as const;
const DELIVERIES = ['deliveries', 'delivery'] as const;

/** Endpoints that are not queries, or whose changes the server does not push. */
type Unannounced =
  | 'GET /api/dashboard/requests'
  | 'GET /api/dashboard/rates'
  | 'GET /api/dashboard/views'
  | 'GET /api/dashboard/payments/export'
  | 'GET /api/dashboard/refunds/file'
  | 'GET /api/dashboard/audit/export'
  | 'GET /api/dashboard/reports/file'
  | 'GET /api/dashboard/wallets/{id}/labels'
  | 'GET /api/dashboard/session/factor'
  | 'GET /api/dashboard/events';

/** The kinds of changes that may affect each endpoint whose changes the server pushes. */
const AFFECTED_BY: Readonly<Record<Exclude<ReadEndpoint, Unannounced>, readonly Kind[]>> = {
  'GET /api/dashboard/home/month': [...PAYMENTS, 'chain', 'keys', 'people'],
  'GET /api/dashboard/home': [...PAYMENTS, ...DELIVERIES, 'chain', 'keys', 'people'],
  'GET /api/dashboard/reports': [...PAYMENTS, 'chain', 'keys', 'people'],
  'GET /api/dashboard/frame': ['chain', 'keys', 'people'],
  'GET /api/dashboard/payments': [...PAYMENTS, ...DELIVERIES, 'chain'],
  'GET /api/dashboard/payments/sums': [...PAYMENTS, ...DELIVERIES],
  'GET /api/dashboard/payments/selected': [...PAYMENTS, ...DELIVERIES],
  'GET /api/dashboard/payments/{id}': [...PAYMENTS, ...DELIVERIES, 'chain', 'keys'],
  'GET /api/dashboard/payments/{id}/outputs': [...PAYMENTS, 'chain'],
  'GET /api/dashboard/customers': [...PAYMENTS, 'people'],
  'GET /api/dashboard/customers/{id}': [...PAYMENTS, 'people'],
  'GET /api/dashboard/payment-links': [...PAYMENTS, 'keys', 'links'],
  'GET /api/dashboard/payment-links/{id}': [...PAYMENTS, 'keys', 'links'],
  'GET /api/dashboard/deliveries': [...PAYMENTS, ...DELIVERIES, 'keys'],
  'GET /api/dashboard/deliveries/{id}': ['payments', ...DELIVERIES, 'keys'],
  'GET /api/dashboard/endpoints': [...PAYMENTS, ...DELIVERIES, 'keys'],
  'GET /api/dashboard/endpoints/{id}': [...PAYMENTS, ...DELIVERIES, 'keys'],
  'GET /api/dashboard/keys': ['keys'],
  'GET /api/dashboard/shops': [...PAYMENTS, ...DELIVERIES, 'keys'],
  'GET /api/dashboard/requests/{id}': ['keys'],
  'GET /api/dashboard/wallets': [...PAYMENTS, 'keys'],
  'GET /api/dashboard/wallets/{id}/address': ['keys'],
  'GET /api/dashboard/chains': ['chain', 'read'],
  'GET /api/dashboard/health': [...DELIVERIES],
  'GET /api/dashboard/team': ['people'],
  'GET /api/dashboard/settings/face': ['people'],
  'GET /api/dashboard/settings/notifications': ['people'],
  'GET /api/dashboard/settings/channels': ['people'],
  'GET /api/dashboard/settings/factors': ['people'],
  'GET /api/dashboard/settings/sessions': ['people'],
  'GET /api/dashboard/audit': ['people', 'audit'],
};
/** These endpoints accept the filters of the payments list. */
const LISTS = new Set<string>([
  'GET /api/dashboard/payments',
  'GET /api/dashboard/payments/sums',
] satisfies ReadEndpoint[]);
const KNOWN = new Set<string>(Object.values(AFFECTED_BY).flat());

export function isQueryAffected(change: DashboardChange, [endpoint, asked]: QueryKey): boolean {
  const [kind = '', of] = change.split(' ');
  if (!KNOWN.has(kind)) return true;
  const kinds: Readonly<Record<string, readonly Kind[]>> = AFFECTED_BY;
  if (!kinds[String(endpoint)]?.some((one) => one === kind)) return false;
  const { id, search } = (asked ?? {}) as { readonly id?: string; readonly search?: string };
  if (LISTS.has(String(endpoint)) && isOfDeliveries(kind)) {
    return filtersByDeliveries(search);
  }
  // A change of a payment or delivery that names a payment affects no other payment.
  const isOfPayment = String(endpoint).startsWith('GET /api/dashboard/payments/{id}');
  return !isOfPayment || of === undefined || !['payment', 'delivery'].includes(kind) || of === id;
}

const isOfDeliveries = (kind: string) => DELIVERIES.some((one) => one === kind);

function filtersByDeliveries(search: string | undefined): boolean {
  const filters = new URLSearchParams(search);
  return ['webhook', 'worklist', 'reasons', 'endpoint'].some((one) => filters.has(one));
}
