import { z } from 'zod';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { STORE_EVENT_TYPES } from '@/lib/domain/store-event-types';
import { rangeStart, TIME_RANGES } from '@/lib/domain/time-range';
import {
  DELIVERY_STATES,
  type DeliveryFilter,
} from '@/lib/webhooks/delivery/views/delivery-filter';
import { searchText, unixSecondsParameter } from '../input/fields';

const TYPES = [...EVENT_TYPES, ...STORE_EVENT_TYPES] as const;

export const deliveryFilterFields = {
  status: z
    .enum(DELIVERY_STATES, { error: `Must be one of: ${DELIVERY_STATES.join(', ')}.` })
    .optional(),
  event: z.enum(TYPES, { error: `Must be one of: ${TYPES.join(', ')}.` }).optional(),
  key: z.string().max(100).optional(),
  endpoint: z.string().max(100).optional(),
  /** A range that ends now. With it, `from` and `to` are ignored. */
  range: z.enum(TIME_RANGES, { error: `Must be one of: ${TIME_RANGES.join(', ')}.` }).optional(),
  /** Unix seconds; both ends are included. */
  from: unixSecondsParameter.optional(),
  to: unixSecondsParameter.optional(),
  q: searchText.optional(),
};

type FilterQuery = z.output<z.ZodObject<typeof deliveryFilterFields>>;

/** Returns the filter that a URL describes. A `range` ends at `now`. */
export function toDeliveryFilter(query: Omit<FilterQuery, 'status'>, now: Date): DeliveryFilter {
  const { range, from, to } = query;
  return {
    eventType: query.event,
    apiKeyId: query.key,
    endpointId: query.endpoint,
    from: range ? rangeStart(range, now) : from === undefined ? undefined : new Date(from * 1000),
    before: range || to === undefined ? undefined : new Date((to + 1) * 1000),
    text: query.q,
  };
}
