import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from '@/lib/domain/payment';
import { MAX_SATS } from '@/lib/domain/sats';
import { rangeStart, TIME_RANGES } from '@/lib/domain/time-range';
import { INBOX_REASONS, INBOX_STATES } from '@/lib/domain/worklist';
import { LIST_FILTERS, type PaymentFilter } from '@/lib/payments/views/payment-filter';
import { integerParameter, listParameter, searchText, unixSecondsParameter } from '../input/fields';

const sats = integerParameter(0, MAX_SATS);

export const paymentFilterFields = {
  filter: oneOf(LIST_FILTERS).optional(),
  status: listParameter(PAYMENT_STATUSES).optional(),
  flags: listParameter(PAYMENT_FLAGS).optional(),
  webhook: oneOf(['failed']).optional(),
  worklist: oneOf(INBOX_STATES).optional(),
  reasons: listParameter(INBOX_REASONS).optional(),
  key: z.string().max(100).optional(),
  link: z.string().max(100).optional(),
  /**
   * Selects a customer by the id of any of their payments, because the URL must not contain the
   * customer's name.
   */
  customer: z.string().max(100).optional(),
  network: oneOf(NETWORKS).optional(),
  min: sats.optional(),
  max: sats.optional(),
  /** A range that ends now. With it, `from` and `to` are ignored. */
  range: oneOf(TIME_RANGES).optional(),
  /** Unix seconds, as in the API; both ends are included. */
  from: unixSecondsParameter.optional(),
  to: unixSecondsParameter.optional(),
  /** When the payment was confirmed. Unix seconds; both ends are included. */
  confirmed_from: unixSecondsParameter.optional(),
  confirmed_to: unixSecondsParameter.optional(),
  endpoint: z.string().max(100).optional(),
  q: searchText.optional(),
  /** Metadata names that the page shows as columns. They do not filter the list. */
  columns: z.string().max(200).optional(),
};

type FilterQuery = z.output<z.ZodObject<typeof paymentFilterFields>>;

/** Returns the filter that a URL describes. A `range` ends at `now`. */
export function toPaymentFilter(query: FilterQuery, now: Date): PaymentFilter {
  return {
    filter: query.filter,
    statuses: query.status,
    flags: query.flags,
    webhookFailed: query.webhook === 'failed',
    workState: query.worklist,
    workReasons: query.reasons,
    apiKeyId: query.key,
    paymentLinkId: query.link,
    customerOf: query.customer,
    network: query.network,
    minSats: query.min,
    maxSats: query.max,
    from: query.range ? rangeStart(query.range, now) : moment(query.from),
    before: query.range || query.to === undefined ? undefined : moment(query.to + 1),
    confirmedFrom: moment(query.confirmed_from),
    confirmedBefore: query.confirmed_to === undefined ? undefined : moment(query.confirmed_to + 1),
    endpointId: query.endpoint,
    text: query.q,
  };
}

function moment(seconds: number | undefined): Date | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1000);
}

function oneOf<const T extends readonly string[]>(values: T) {
  return z.enum(values, { error: `Must be one of: ${values.join(', ')}.` });
}
