import { z } from 'zod';
import { LIST_FILTERS, listPayments } from '@/lib/payments/list-payments';
import { decimal, unixSeconds } from '../fields';
import { paymentJson } from '../payment-json';
import { noFields, readInput } from '../read-input';
import type { Operation } from '../resource';

const DEFAULT_LIMIT = 50;

export const listPaymentsQuery = z
  .strictObject({
    from: unixSeconds.meta({
      description: 'Start of the range of `created_at`: Unix time in seconds, inclusive.',
    }),
    to: unixSeconds.meta({
      description:
        'End of the range of `created_at`: Unix time in seconds, the whole of it inclusive.',
    }),
    filter: z
      .enum(LIST_FILTERS, { error: `Must be one of: ${LIST_FILTERS.join(', ')}.` })
      .default('all')
      .meta({
        description:
          '`verified`: confirmed payments; `unverified`: those of every other status; `all`: both.',
      }),
    // The library leaves the default of a value that is converted out of the document.
    limit: decimal(1, 100)
      .default(DEFAULT_LIMIT)
      .meta({ description: 'How many to return at most.', override: { default: DEFAULT_LIMIT } }),
    offset: decimal(0, Number.MAX_SAFE_INTEGER)
      .default(0)
      .meta({ description: 'How many to skip, newest first.', override: { default: 0 } }),
  })
  .refine(({ from, to }) => from <= to, {
    path: ['from'],
    error: 'Must not be later than to.',
    params: { code: 'invalid_range' },
    // Said together with what is wrong elsewhere, as soon as both ends are numbers.
    when: ({ value }) => hasBothEnds(value),
  });

/** GET /v1/btc/payments */
export const listPaymentsOperation: Operation = async ({ api, request, caller }) => {
  const { query } = await readInput(request, {
    query: listPaymentsQuery,
    body: noFields,
    bodyIs: 'none',
  });
  const page = await listPayments(api.db, caller, query);
  const { limit, offset } = query;
  const body = {
    data: page.payments.map(({ row, chainHeight }) =>
      paymentJson(row, chainHeight, api.env.appUrl),
    ),
    pagination: {
      total: page.total,
      limit,
      offset,
      has_more: offset + page.payments.length < page.total,
    },
  };
  return { status: 200, body: JSON.stringify(body) };
};

function hasBothEnds(value: unknown): boolean {
  const { from, to } = Object(value) as { from?: unknown; to?: unknown };
  return typeof from === 'number' && typeof to === 'number';
}
