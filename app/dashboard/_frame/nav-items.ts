import type { Route } from 'next';
import {
  API_REFERENCE,
  AUDIT_LOG,
  CHAIN_STATUS,
  CHECK_SIGNATURE,
  DELIVERIES,
  ENDPOINTS,
  KEYS,
  LINKS,
  OVERVIEW,
  PAYMENTS,
  SETTINGS,
  TEAM,
  TEST_WEBHOOK,
  WALLETS,
} from './paths';

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

export const NAV_GROUPS: readonly NavGroup[] = [
  {
    items: [
      { href: OVERVIEW, label: 'Overview', letter: 'o' },
      { href: PAYMENTS, label: 'Payments', letter: 'p' },
      { href: LINKS, label: 'Payment links', letter: 'l' },
      { href: DELIVERIES, label: 'Webhook deliveries', letter: 'd' },
      { href: ENDPOINTS, label: 'Webhook endpoints', letter: 'e' },
      { href: KEYS, label: 'API keys', letter: 'k' },
      { href: WALLETS, label: 'Wallets', letter: 'w' },
      { href: CHAIN_STATUS, label: 'Chain status', letter: 's' },
    ],
  },
  {
    label: 'Developers',
    items: [
      { href: TEST_WEBHOOK, label: 'Test webhook' },
      { href: CHECK_SIGNATURE, label: 'Check a signature' },
      { href: API_REFERENCE, label: 'API reference' },
    ],
  },
  {
    label: 'Merchant',
    items: [
      { href: TEAM, label: 'Team' },
      { href: AUDIT_LOG, label: 'Audit log' },
      { href: SETTINGS, label: 'Settings' },
    ],
  },
];

/** Whether a path belongs to an item, and not to a more specific one. */
export function isCurrent(item: NavItem, pathname: string): boolean {
  // The path of the overview is a prefix of all others, including pages without an item.
  if (item.letter === 'o') return pathname === item.href;
  const isOf = ({ href }: NavItem) => pathname === href || pathname.startsWith(`${href}/`);
  const others = NAV_GROUPS.flatMap(({ items }) => items);
  return isOf(item) && !others.some((other) => isOf(other) && other.href.length > item.href.length);
}
