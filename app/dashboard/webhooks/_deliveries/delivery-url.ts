import {
  createLoader,
  type inferParserType,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { STORE_EVENT_TYPES } from '@/lib/domain/store-event-types';
import { TIME_RANGES } from '@/lib/domain/time-range';
import { pageSearch } from '../../_list/page-search';

const STATUSES = ['failing', 'failed', 'delivered', 'paused', 'sending'] as const;

/** The list's filters, page and open delivery in the URL. */
export const deliveryParsers = {
  status: parseAsStringLiteral(STATUSES),
  event: parseAsStringLiteral([...EVENT_TYPES, ...STORE_EVENT_TYPES]),
  key: parseAsString,
  /** The id of the endpoint whose deliveries are shown. The endpoint's page sets it. */
  endpoint: parseAsString,
  range: parseAsStringLiteral(TIME_RANGES).withDefault('30d'),
  q: parseAsString.withDefault(''),
  /** The number of the page, from 1. */
  page: parseAsInteger.withDefault(1),
  /** The id of the delivery that is open next to the list. */
  open: parseAsString,
};

export type DeliveryUrl = inferParserType<typeof deliveryParsers>;

/** Reads these parameters on the server. */
export const deliveryUrlOf = createLoader(deliveryParsers);

const PAGE_SIZE = 50;

/**
 * Returns the filters without the status, under the API's names. They select all failed deliveries
 * for resending.
 */
export function deliveryFilters({ event, key, endpoint, range, q }: DeliveryUrl) {
  return {
    ...(event && { event }),
    ...(key && { key }),
    ...(endpoint && { endpoint }),
    range,
    ...(q && { q }),
  };
}

/** Returns the query string of the list's endpoint. */
export function searchOf(url: DeliveryUrl): string {
  return new URLSearchParams({
    ...deliveryFilters(url),
    ...(url.status && { status: url.status }),
    ...pageSearch(url.page, PAGE_SIZE),
  }).toString();
}
