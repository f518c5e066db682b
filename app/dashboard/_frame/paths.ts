import type { Route } from 'next';
import type { WorkReason } from '@/lib/domain/worklist';

// The one place that spells the addresses of the dashboard. Next.js cannot check what is put together.
const to = (path: string) => path as Route;

export const OVERVIEW = to('/dashboard');

export const PAYMENTS = to('/dashboard/payments');
export const NEW_PAYMENT = to('/dashboard/payments/new');
export const paymentPage = (id: string) => to(`/dashboard/payments/${id}`);
export const paymentAddressPage = (id: string) => to(`/dashboard/payments/${id}/address`);
export const paymentsOfLink = (id: string) => to(`/dashboard/payments?link=${id}`);
export const openPaymentsOf = (network: string) =>
  to(`/dashboard/payments?network=${network}&status=pending,detected`);
/** The payments to handle, for one reason or for any. */
export const toHandle = (reason?: WorkReason) =>
  to(`/dashboard/payments?worklist=open${reason ? `&reasons=${reason}` : ''}`);

export const LINKS = to('/dashboard/links');
export const NEW_LINK = to('/dashboard/links/new');
export const linkPage = (id: string) => to(`/dashboard/links/${id}`);

export const DELIVERIES = to('/dashboard/deliveries');
export const PENDING_DELIVERIES = to('/dashboard/deliveries?status=pending');
export const deliveriesTo = (id: string) => to(`/dashboard/deliveries?endpoint=${id}`);
export const deliveriesToHost = (host: string) =>
  to(`/dashboard/deliveries?${new URLSearchParams({ q: host })}`);
export const deliveryPane = (id: string) => to(`/dashboard/deliveries?open=${id}`);

export const ENDPOINTS = to('/dashboard/webhooks');
export const TEST_WEBHOOK = to('/dashboard/webhooks/test');
export const CHECK_SIGNATURE = to('/dashboard/webhooks/check');
export const endpointPage = (id: string) => to(`/dashboard/webhooks/${id}`);

export const KEYS = to('/dashboard/keys');
export const NEW_KEY = to('/dashboard/keys/new');
export const keyPage = (id: string) => to(`/dashboard/keys/${id}`);
export const requestPage = (keyId: string, id: string) =>
  to(`/dashboard/keys/${keyId}?tab=requests&request=${id}`);

export const WALLETS = to('/dashboard/wallets');
export const walletRow = (id: string) => to(`/dashboard/wallets#${id}`);
export const walletAddressPage = (id: string) => to(`/dashboard/wallets/${id}/address`);

export const CHAIN_STATUS = to('/dashboard/chain');
export const TEAM = to('/dashboard/team');
export const AUDIT_LOG = to('/dashboard/audit');
export const SETTINGS = to('/dashboard/settings');
export const API_REFERENCE = to('/docs/api');
