import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { MAX_UNIX_SECONDS } from '@/lib/domain/limits';
import { NETWORKS } from '@/lib/domain/network';
import {
  PAYMENT_FLAGS,
  PAYMENT_STATUSES,
  type PaymentFlag,
  type PaymentStatus,
} from '@/lib/domain/payment';
import { MAX_SATS } from '@/lib/domain/sats';
import { TIME_RANGES } from '@/lib/domain/time-range';
import { INBOX_REASONS, INBOX_STATES, type InboxState } from '@/lib/domain/worklist';

/** Parses a whole number up to the API's maximum. Any other text sets no filter. */
const parseAsUpTo = (max: number) =>
  createParser({
    parse: (text) => (/^\d+$/.test(text) && Number(text) <= max ? Number(text) : null),
    serialize: String,
  });

/** The filters of the list in the URL. A filter that the API also has is named as in the API. */
export const paymentFilterParsers = {
  filter: parseAsStringLiteral(['verified', 'unverified']),
  status: parseAsArrayOf(parseAsStringLiteral(PAYMENT_STATUSES)),
  flags: parseAsArrayOf(parseAsStringLiteral(PAYMENT_FLAGS)),
  webhook: parseAsStringLiteral(['failed']),
  worklist: parseAsStringLiteral(INBOX_STATES),
  reasons: parseAsArrayOf(parseAsStringLiteral(INBOX_REASONS)),
  key: parseAsString,
  link: parseAsString,
  customer: parseAsString,
  network: parseAsStringLiteral(NETWORKS),
  min: parseAsUpTo(MAX_SATS),
  max: parseAsUpTo(MAX_SATS),
  range: parseAsStringLiteral(TIME_RANGES),
  from: parseAsUpTo(MAX_UNIX_SECONDS),
  to: parseAsUpTo(MAX_UNIX_SECONDS),
  confirmed_from: parseAsUpTo(MAX_UNIX_SECONDS),
  confirmed_to: parseAsUpTo(MAX_UNIX_SECONDS),
  endpoint: parseAsString,
  q: parseAsString,
  /** Not a filter. It is here because a saved view includes the columns. */
  columns: parseAsArrayOf(parseAsString),
  page: parseAsInteger.withDefault(1),
};

export type Filters = inferParserType<typeof paymentFilterParsers>;
export type FilterChange = Partial<{ [Name in keyof Filters]: Filters[Name] | null }>;

export const loadPaymentFilters = createLoader(paymentFilterParsers);

const serialize = createSerializer(paymentFilterParsers);

/** Returns the query string of both the list's page and its endpoint, without a question mark. */
export function paymentListSearch(filters: Filters): string {
  return serialize(filters).replace(/^\?/, '');
}

/** Removes every filter and returns to the first page. */
export const NO_FILTERS: FilterChange = Object.fromEntries(
  Object.keys(paymentFilterParsers).map((name) => [name, null]),
);

/** Whether there is a filter to clear or to save. */
export function isFiltered({ page: _, ...filters }: Filters): boolean {
  return Object.values(filters).some((value) => value !== null);
}

const MAX_COLUMNS = 4;

/** Returns the metadata names without duplicates, up to the maximum number of columns. */
export function normalizeMetadataColumns({ columns }: Pick<Filters, 'columns'>): string[] {
  const names = (columns ?? []).map((name) => name.trim()).filter(Boolean);
  return [...new Set(names)].slice(0, MAX_COLUMNS);
}

export const STATUS_LABELS: Record<PaymentStatus, string> = {
  pending: 'Pending',
  detected: 'Detected',
  confirmed: 'Confirmed',
  expired: 'Expired',
  canceled: 'Canceled',
};

export const FLAG_LABELS: Record<PaymentFlag, string> = {
  underpaid: 'Underpaid',
  overpaid: 'Overpaid',
  late: 'Paid late',
  replaced: 'Replaced',
  reorged: 'Reversed by reorg',
};

export const INBOX_STATE_LABELS: Record<InboxState, string> = {
  open: 'Needs your decision',
  handled: 'Done',
};

const FILTER_WORDS = { verified: 'confirmed', unverified: 'open' } as const;

/** Returns a text such as "No open payments in this range." */
export function noMatchesText(filters: Filters): string {
  const [only, ...more] = filters.status ?? [];
  const kind = only && more.length === 0 ? only : filters.filter && FILTER_WORDS[filters.filter];
  const { from, to, confirmed_from: first, confirmed_to: last } = filters;
  const range = filters.range || [from, to, first, last].some((end) => end !== null);
  const words = ['No', kind, 'payments', range && 'in this range', others(filters)];
  return `${words.filter(Boolean).join(' ')}.`;
}

function others(filters: Filters): string {
  const { q, status, flags, webhook, worklist, reasons, key, link, customer, endpoint } = filters;
  const { network, min, max } = filters;
  if (q) return `match “${q}”`;
  const many = (status?.length ?? 0) > 1;
  const some =
    many ||
    flags ||
    webhook ||
    worklist ||
    reasons ||
    key ||
    link ||
    customer ||
    endpoint ||
    network;
  return some || min !== null || max !== null ? 'match these filters' : '';
}
