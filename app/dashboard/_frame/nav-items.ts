import type { Route } from 'next';
import type { WorkReason } from '@/lib/domain/worklist';

interface NavItem {
  readonly href: Route;
  readonly label: string;
  /** The key that opens it after `g`. */
  readonly letter?: string;
}

interface NavGroup {
  readonly label?: string;
  readonly items: readonly NavItem[];
}

// All routes of the dashboard; the cast admits those that are not built yet.
const to = (path: string) => path as Route;

export const NEW_PAYMENT = to('/dashboard/payments/new');
export const PAYMENTS = to('/dashboard/payments');
export const LINKS = to('/dashboard/links');
export const NEW_LINK = to('/dashboard/links/new');
export const NEW_KEY = to('/dashboard/keys/new');
export const OVERVIEW = to('/dashboard');
export const CHAIN_STATUS = to('/dashboard/chain');
export const ENDPOINTS = to('/dashboard/webhooks');
export const CHECK_SIGNATURE = to('/dashboard/webhooks/check');

export const paymentPage = (id: string) => to(`/dashboard/payments/${id}`);
export const paymentAddressPage = (id: string) => to(`/dashboard/payments/${id}/address`);
export const WALLETS = to('/dashboard/wallets');
export const walletAddressPage = (id: string) => to(`/dashboard/wallets/${id}/address`);
export const linkPage = (id: string) => to(`/dashboard/links/${id}`);
export const endpointPage = (id: string) => to(`/dashboard/webhooks/${id}`);
export const deliveriesTo = (id: string) => to(`/dashboard/deliveries?endpoint=${id}`);
export const deliveryPane = (id: string) => to(`/dashboard/deliveries?open=${id}`);
/** The payments to handle, for one reason or for any. */
export const toHandle = (reason?: WorkReason) =>
  to(`/dashboard/payments?worklist=open${reason ? `&reasons=${reason}` : ''}`);
export const requestPage = (keyId: string, id: string) =>
  to(`/dashboard/keys/${keyId}?tab=requests&request=${id}`);
export const paymentsOfLink = (id: string) => to(`/dashboard/payments?link=${id}`);

export const NAV_GROUPS: readonly NavGroup[] = [
  {
    items: [
      { href: OVERVIEW, label: 'Overview', letter: 'o' },
      { href: PAYMENTS, label: 'Payments', letter: 'p' },
      { href: LINKS, label: 'Payment links', letter: 'l' },
      { href: to('/dashboard/deliveries'), label: 'Webhook deliveries', letter: 'd' },
      { href: ENDPOINTS, label: 'Webhook endpoints', letter: 'e' },
      { href: to('/dashboard/keys'), label: 'API keys', letter: 'k' },
      { href: WALLETS, label: 'Wallets', letter: 'w' },
      { href: CHAIN_STATUS, label: 'Chain status', letter: 's' },
    ],
  },
  {
    label: 'Developers',
    items: [
      { href: to('/dashboard/webhooks/test'), label: 'Test webhook' },
      { href: CHECK_SIGNATURE, label: 'Check a signature' },
      { href: to('/docs/api'), label: 'API reference' },
    ],
  },
  {
    label: 'Merchant',
    items: [
      { href: to('/dashboard/team'), label: 'Team' },
      { href: to('/dashboard/audit'), label: 'Audit log' },
      { href: to('/dashboard/settings'), label: 'Settings' },
    ],
  },
];

/** Whether a path belongs to an item, and to none whose path says more. */
export function isCurrent(item: NavItem, pathname: string): boolean {
  // A prefix of all others, also of pages without an item.
  if (item.letter === 'o') return pathname === item.href;
  const isOf = ({ href }: NavItem) => pathname === href || pathname.startsWith(`${href}/`);
  const others = NAV_GROUPS.flatMap(({ items }) => items);
  return isOf(item) && !others.some((other) => isOf(other) && other.href.length > item.href.length);
}
