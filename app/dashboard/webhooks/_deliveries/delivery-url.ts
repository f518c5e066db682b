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
import { toLimitAndOffset } from '../../_list/to-limit-and-offset';

const STATUSES = ['failing', 'failed', 'delivered', 'paused', 'sending'] as const;

export const deliveryUrlParsers = {
  status: parseAsStringLiteral(STATUSES),
  event: parseAsStringLiteral([...EVENT_TYPES, ...STORE_EVENT_TYPES]),
  key: parseAsString,
  /** The endpoint whose deliveries are shown. The endpoint's page sets it. */
  endpoint: parseAsString,
  range: parseAsStringLiteral(TIME_RANGES).withDefault('30d'),
  q: parseAsString.withDefault(''),
  /** The page number, from 1. */
  page: parseAsInteger.withDefault(1),
  /** The id of the delivery that is open next to the list. */
  open: parseAsString,
};

export type DeliveryUrl = inferParserType<typeof deliveryUrlParsers>;

export const loadDeliveryUrl = createLoader(deliveryUrlParsers);

const PAGE_SIZE = 50;

/** Returns the filters without the status, named as in the API, for `ResendAll`. */
export function deliveryFilters({ event, key, endpoint, range, q }: DeliveryUrl) {
  return {
    ...(event && { event }),
    ...(key && { key }),
    ...(endpoint && { endpoint }),
    range,
    ...(q && { q }),
  };
}

export function deliveryListSearch(url: DeliveryUrl): string {
  return new URLSearchParams({
    ...deliveryFilters(url),
    ...(url.status && { status: url.status }),
    ...toLimitAndOffset(url.page, PAGE_SIZE),
  }).toString();
}
