'use client';

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { EVENT_TYPES } from '@/lib/domain/payment';
import { TIME_RANGES } from '@/lib/domain/time-range';

export const SHOWN_STATES = ['failed', 'retrying', 'pending', 'delivered'] as const;

const parsers = {
  status: parseAsStringLiteral(SHOWN_STATES),
  event: parseAsStringLiteral(EVENT_TYPES),
  key: parseAsString,
  range: parseAsStringLiteral(TIME_RANGES),
  q: parseAsString.withDefault(''),
  /** From 1. */
  page: parseAsInteger.withDefault(1),
  /** The delivery beside the list. */
  open: parseAsString,
};

const NO_FILTERS = { status: null, event: null, key: null, range: null, q: null, page: null };
const PAGE_SIZE = 50;

/** The list's filters, page and open delivery, as they stand in the address bar. */
export function useDeliveryUrl() {
  const [url, setUrl] = useQueryStates(parsers);
  const filters = {
    ...(url.event && { event: url.event }),
    ...(url.key && { key: url.key }),
    ...(url.range && { range: url.range }),
    ...(url.q && { q: url.q }),
  };
  const search = new URLSearchParams({
    ...filters,
    ...(url.status && { status: url.status }),
    limit: String(PAGE_SIZE),
    offset: String((Math.max(1, url.page) - 1) * PAGE_SIZE),
  });
  return {
    url,
    /** The filters without the status, as the resend of all that failed takes them. */
    filters,
    search: search.toString(),
    filtered: Object.keys(filters).length > 0 || url.status !== null,
    setUrl,
    /** Another filter begins at the first page again. */
    setFilter: (change: Parameters<typeof setUrl>[0]) =>
      void setUrl({ ...(change as object), page: null, open: null }),
    clearFilters: () => void setUrl({ ...NO_FILTERS, open: null }),
  };
}
