import type { Route } from 'next';
import type { WorkReason } from '@/lib/domain/worklist';

// The only place that spells the dashboard's paths. Next.js checks the fixed ones: it cannot check
// an id, a query, or a dynamic segment.
const to = (path: string) => path as Route;

export const OVERVIEW: Route = '/dashboard';

export const PAYMENTS: Route = '/dashboard/payments';
export const NEW_PAYMENT: Route = '/dashboard/payments/new';
export const paymentPage = (id: string) => to(`/dashboard/payments/${id}`);
export const paymentAddressPage = (id: string) => to(`/dashboard/payments/${id}/address`);
export const paymentsOfLink = (id: string) => to(`/dashboard/payments?link=${id}`);
export const openPaymentsOf = (network: string) =>
  to(`/dashboard/payments?network=${network}&status=pending,detected`);
export const toHandle = (reason?: WorkReason) =>
  to(`/dashboard/payments?worklist=open${reason ? `&reasons=${reason}` : ''}`);

export const LINKS: Route = '/dashboard/links';
export const NEW_LINK: Route = '/dashboard/links/new';
export const linkPage = (id: string) => to(`/dashboard/links/${id}`);

export const DELIVERIES: Route = '/dashboard/deliveries';
export const PENDING_DELIVERIES = to('/dashboard/deliveries?status=pending');
export const deliveriesTo = (id: string) => to(`/dashboard/deliveries?endpoint=${id}`);
export const deliveriesToHost = (host: string) =>
  to(`/dashboard/deliveries?${new URLSearchParams({ q: host })}`);
export const deliveryPane = (id: string) => to(`/dashboard/deliveries?open=${id}`);

export const ENDPOINTS: Route = '/dashboard/webhooks';
export const TEST_WEBHOOK: Route = '/dashboard/webhooks/test';
export const CHECK_SIGNATURE: Route = '/dashboard/webhooks/check';
export const endpointPage = (id: string) => to(`/dashboard/webhooks/${id}`);

export const KEYS: Route = '/dashboard/keys';
export const NEW_KEY: Route = '/dashboard/keys/new';
export const keyPage = (id: string) => to(`/dashboard/keys/${id}`);
export const requestPage = (keyId: string, id: string) =>
  to(`/dashboard/keys/${keyId}?tab=requests&request=${id}`);

export const WALLETS: Route = '/dashboard/wallets';
export const walletRow = (id: string) => to(`/dashboard/wallets#${id}`);
export const walletAddressPage = (id: string) => to(`/dashboard/wallets/${id}/address`);

export const CHAIN_STATUS: Route = '/dashboard/chain';
export const TEAM: Route = '/dashboard/team';
export const AUDIT_LOG: Route = '/dashboard/audit';
export const SETTINGS: Route = '/dashboard/settings';
export const API_REFERENCE = to('/docs/api');
