import type { Route } from 'next';
import type { InboxReason } from '@/lib/domain/worklist';

// All paths of the dashboard are defined here. `to` is for paths that Next.js cannot check, because
// they contain an id, a query, or a dynamic segment.
const to = (path: string) => path as Route;

export const HOME: Route = '/dashboard';
export const networkHomePage = (network: string) => to(`/dashboard?network=${network}`);

export const PAYMENTS: Route = '/dashboard/payments';
export const NEW_PAYMENT: Route = '/dashboard/payments/new';
export const paymentPage = (id: string) => to(`/dashboard/payments/${id}`);
export const paymentAddressPage = (id: string) => to(`/dashboard/payments/${id}/address`);
export const linkPaymentsPage = (id: string) => to(`/dashboard/payments?link=${id}`);
export const paymentsByStatusPage = (network: string, status: string) =>
  to(`/dashboard/payments?network=${network}&status=${status}`);
export const openPaymentsPage = (network: string) =>
  to(`/dashboard/payments?network=${network}&status=pending,detected`);
/** @param range times of confirmation, in Unix seconds */
export const confirmedPaymentsPage = (
  range: Readonly<Record<'from' | 'to', number>>,
  network: string,
) =>
  to(
    `/dashboard/payments?network=${network}&confirmed_from=${range.from}&confirmed_to=${range.to}`,
  );
export const decisionsToMakePage = (reason?: InboxReason) =>
  to(`/dashboard/payments?worklist=open${reason ? `&reasons=${reason}` : ''}`);

export const LINKS: Route = '/dashboard/links';
export const NEW_LINK: Route = '/dashboard/links/new';
export const linkPage = (id: string) => to(`/dashboard/links/${id}`);

export const CUSTOMERS: Route = '/dashboard/customers';
/** @param id of any of the customer's payments, because URLs must not contain names */
export const customerPage = (id: string) => to(`/dashboard/customers/${id}`);
export const customerPaymentsPage = (id: string) => to(`/dashboard/payments?customer=${id}`);

export const REPORTS: Route = '/dashboard/reports';
export const reportPage = (search: Readonly<Record<string, string>>) =>
  to(`/dashboard/reports?${new URLSearchParams(search)}`);

export const WEBHOOKS: Route = '/dashboard/webhooks';
export const TEST_WEBHOOK: Route = '/dashboard/webhooks/test';
export const CHECK_SIGNATURE: Route = '/dashboard/webhooks/check';
export const endpointPage = (id: string) => to(`/dashboard/webhooks/${id}`);
export const deliveriesPage = (search: Readonly<Record<string, string>>) =>
  to(`/dashboard/webhooks?${new URLSearchParams(search)}#deliveries`);
export const DELIVERIES = to('/dashboard/webhooks#deliveries');
export const FAILING_DELIVERIES = deliveriesPage({ status: 'failing' });
export const endpointDeliveriesPage = (id: string) => deliveriesPage({ endpoint: id });
export const hostDeliveriesPage = (host: string) => deliveriesPage({ q: host });
export const deliveryPage = (id: string) => deliveriesPage({ open: id });
export const testWebhookPage = (url: string) =>
  to(`/dashboard/webhooks/test?${new URLSearchParams({ url })}`);

export const KEYS: Route = '/dashboard/keys';
export const NEW_KEY: Route = '/dashboard/keys/new';
export const newKeyForWalletPage = (walletId: string) =>
  to(`/dashboard/keys/new?wallet=${walletId}`);
export const keyPage = (id: string) => to(`/dashboard/keys/${id}`);

export const SHOPS: Route = '/dashboard/shops';
export const IMPORT_STORE: Route = '/dashboard/shops/import';
/** @param id from the table of plugins */
export const pluginPage = (id: string) => to(`/dashboard/shops/${id}`);

export const REQUESTS: Route = '/dashboard/requests';
export const requestPage = (id: string) => to(`/dashboard/requests?request=${id}`);
export const keyRequestsPage = (keyId: string) => to(`/dashboard/requests?key=${keyId}`);

export const WALLETS: Route = '/dashboard/wallets';
export const ADD_WALLET: Route = '/dashboard/wallets/new';
export const SCAN_WALLET: Route = '/dashboard/wallets/scan';
export const walletRowLink = (id: string) => to(`/dashboard/wallets#${id}`);
export const walletAddressPage = (id: string) => to(`/dashboard/wallets/${id}/address`);

export const HEALTH: Route = '/dashboard/health';
export const TEAM: Route = '/dashboard/team';
export const INVITE = to('/dashboard/team?invite=true');
export const AUDIT_LOG: Route = '/dashboard/team/audit';
export const SETTINGS: Route = '/dashboard/settings';
export const DOCS = to('/docs');
export const DISPLAY_CURRENCY_PAGE = to('/dashboard/settings#display-currency');
export const API_REFERENCE = to('/docs/api');
