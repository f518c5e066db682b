import type { Route } from 'next';
import { THEMES, type Theme } from '@/app/_ui/theme';
import { canAdminister, canMakeChanges } from '@/lib/domain/roles';
import type { DashboardFrameResponse } from '@/lib/http/merchant/frame-response';
import { NAV_GROUPS } from '../_frame/nav-items';
import {
  ADD_WALLET,
  API_REFERENCE,
  AUDIT_LOG,
  CHECK_SIGNATURE,
  DELIVERIES,
  DOCS,
  INVITE,
  KEYS,
  NEW_KEY,
  NEW_LINK,
  NEW_PAYMENT,
  SHOPS,
  TEST_WEBHOOK,
} from '../_frame/paths';

type CommandEffect =
  | { readonly href: Route }
  | { readonly download: string }
  | { readonly theme: Theme }
  | { readonly merchant: DashboardFrameResponse['merchants'][number] }
  | { readonly signOut: true };

export interface Command {
  readonly label: string;
  readonly group: 'Actions' | 'Pages';
  /** More words by which the search finds the command. */
  readonly words: string;
  readonly does: CommandEffect;
}

const action = (label: string, words: string, does: CommandEffect): Command => ({
  label,
  group: 'Actions',
  words,
  does,
});

const CHANGES = [
  action('Create payment', 'new request invoice', { href: NEW_PAYMENT }),
  action('Create payment link', 'new button', { href: NEW_LINK }),
  action('Send a test webhook', 'developers try', { href: TEST_WEBHOOK }),
];

const ADMINISTRATION = [
  action('Add wallet', 'new descriptor xpub', { href: ADD_WALLET }),
  action('Create API key', 'new add', { href: NEW_KEY }),
  action('Rotate an API key', 'replace secret', { href: KEYS }),
  action('Invite a member', 'new team user add', { href: INVITE }),
];

const EXPORT = action('Export payments', 'download csv spreadsheet', {
  download: '/api/dashboard/payments/export?format=csv',
});

/** Pages that the navigation does not list. */
export const PAGES_OUTSIDE_NAVIGATION = [
  { href: SHOPS, label: 'Connect a shop', words: 'developers plugin woocommerce btcpay' },
  { href: DELIVERIES, label: 'Webhook deliveries', words: 'developers' },
  { href: CHECK_SIGNATURE, label: 'Check a signature', words: 'developers' },
  { href: DOCS, label: 'Docs', words: 'developers documentation guides help' },
  { href: API_REFERENCE, label: 'API reference', words: 'developers docs' },
  { href: AUDIT_LOG, label: 'Audit log', words: 'merchant team' },
] as const;

type Viewer = Pick<DashboardFrameResponse, 'role' | 'merchant' | 'merchants'>;

/** Returns the actions that the role permits, and all pages. */
export function commandsOf({ role, merchant, merchants }: Viewer): Command[] {
  const others = merchants.filter(({ id }) => id !== merchant.id);
  const pages = [
    ...NAV_GROUPS.flatMap(({ label: words = '', items }) =>
      items.map(({ href, label }) => ({ href, label, words })),
    ),
    ...PAGES_OUTSIDE_NAVIGATION,
  ];
  return [
    ...(canMakeChanges(role) ? CHANGES : []),
    ...(canAdminister(role) ? ADMINISTRATION : []),
    EXPORT,
    ...pages.map(({ href, label, words }): Command => {
      return { label, group: 'Pages', words, does: { href } };
    }),
    ...others.map((other) => action(`Switch to ${other.name}`, 'merchant', { merchant: other })),
    action('Sign out', 'log out leave', { signOut: true }),
    ...THEMES.map(({ value, label }) =>
      action(`Theme: ${label.toLowerCase()}`, 'colors mode', { theme: value }),
    ),
  ];
}

/** Returns the commands in which each typed word is the beginning of a word. Actions come first. */
export function matchingCommands(commands: readonly Command[], text: string): Command[] {
  const wanted = wordsOf(text);
  const found = commands.filter(({ label, words }) => {
    const own = wordsOf(`${label} ${words}`);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  });
  return found.sort((a, b) => a.group.localeCompare(b.group));
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
