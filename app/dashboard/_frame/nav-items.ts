import type { Route } from 'next';
import {
  CUSTOMERS,
  HEALTH,
  HOME,
  KEYS,
  LINKS,
  PAYMENTS,
  REPORTS,
  REQUESTS,
  SETTINGS,
  SHOPS,
  TEAM,
  WALLETS,
  WEBHOOKS,
} from './paths';

export interface NavItem {
  readonly href: Route;
  readonly label: string;
  /** Pressing `g` and then this letter opens the page. The letter is in the label and unique. */
  readonly letter: string;
  /** Another page for which this item is marked as current. */
  readonly inner?: Route;
}

interface NavGroup {
  readonly label?: string;
  readonly items: readonly NavItem[];
}

export const NAV_GROUPS: readonly NavGroup[] = [
  {
    items: [
      { href: HOME, label: 'Home', letter: 'h' },
      { href: PAYMENTS, label: 'Payments', letter: 'p' },
      { href: LINKS, label: 'Links', letter: 'l' },
      { href: CUSTOMERS, label: 'Customers', letter: 'c' },
      { href: REPORTS, label: 'Reports', letter: 'r' },
    ],
  },
  {
    label: 'Developers',
    items: [
      { href: WEBHOOKS, label: 'Webhooks', letter: 'w' },
      { href: KEYS, label: 'API keys', letter: 'k' },
      { href: REQUESTS, label: 'Requests', letter: 'q' },
      { href: HEALTH, label: 'Health', letter: 'e' },
    ],
  },
  {
    label: 'Merchant',
    items: [
      { href: WALLETS, label: 'Wallets', letter: 'a' },
      { href: TEAM, label: 'Team', letter: 't' },
      { href: SETTINGS, label: 'Settings', letter: 's', inner: SHOPS },
    ],
  },
];

export function isCurrent({ href, inner }: NavItem, pathname: string): boolean {
  const isIn = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  // Home's path is a prefix of all others.
  if (href === HOME) return pathname === href;
  return isIn(href) || (inner !== undefined && isIn(inner));
}
