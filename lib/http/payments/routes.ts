import { z } from 'zod';
import { idPattern } from '@/lib/domain/ids';
import { MAX_REFERENCE_LENGTH } from '@/lib/domain/limits';
import { PAYMENT_STATUSES } from '@/lib/domain/payment';
import { cancelPayment } from '@/lib/payments/cancel-payment';
import { getPayment } from '@/lib/payments/get-payment';
import { listPayments } from '@/lib/payments/views/list-payments';
import { LIST_FILTERS } from '@/lib/payments/views/payment-filter';
import { matchesEtag, strongEtag } from '../etag';
import { cursorParameter } from '../input/cursor';
import {
  integerParameter,
  listParameter,
  oneLineSchema,
  referenceSchema,
  unixSecondsParameter,
} from '../input/fields';
import { Reply, route } from '../route';
import { BODY_PROBLEMS, COMMON_PROBLEMS } from '../usual-problems';
import {
  paymentResponse,
  paymentSchema,
  publicPaymentListResponse,
  publicPaymentListSchema,
} from './payment-response';
import { paymentMetadataSchema } from './shop-fields';

const DEFAULT_LIMIT = 50;

const listPaymentsQuery = z
  .strictObject({
    from: unixSecondsParameter.meta({
      description: 'Start of the range of `created_at`: Unix time in seconds, inclusive.',
    }),
    to: unixSecondsParameter.meta({
      description:
        'End of the range of `created_at`: Unix time in seconds, including that whole second.',
    }),
    status: listParameter(PAYMENT_STATUSES)
      .optional()
      .meta({
        description: 'Only payments with any of these statuses.',
        param: { style: 'form', explode: false },
      }),
    reference: referenceSchema
      .optional()
      .meta({ description: 'Only payments with exactly this reference.' }),
    customer: oneLineSchema(MAX_REFERENCE_LENGTH).optional().meta({
      description:
        'Only payments of this customer: their reference; the e-mail address if they have none; the name if they have neither.',
    }),
    metadata: paymentMetadataSchema.optional().meta({
      description:
        'Only payments whose metadata has exactly these values, such as `metadata[order]=1234`. With several names, all must match.',
      param: { style: 'deepObject', explode: true },
    }),
    payment_link_id: z
      .string()
      .regex(idPattern('link'), { error: 'Must be the id of a payment link.' })
      .optional()
      .meta({ description: 'Only payments that were created on the page of this payment link.' }),
    filter: z
      .enum(LIST_FILTERS, { error: `Must be one of: ${LIST_FILTERS.join(', ')}.` })
      .default('all')
      .meta({
        description:
          '`verified`: confirmed payments; `unverified`: payments with any other status; `all`: both.',
      }),
    // The OpenAPI library omits the default of a converted value, so `override` repeats it.
    limit: integerParameter(1, 100)
      .default(DEFAULT_LIMIT)
      .meta({
        description: 'Maximum number of payments to return.',
        override: { default: DEFAULT_LIMIT },
      }),
    cursor: cursorParameter('payment').optional().meta({
      description:
        'The `next_cursor` of the previous page, with all other parameters unchanged. No payment is on two pages, even if payments are created in between.',
    }),
    offset: integerParameter(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({
        description:
          'Number of payments to skip, newest first. Pages shift when payments are created in between, so follow `next_cursor` instead.',
        override: { default: 0 },
      }),
  })
  .refine(({ from, to }) => from <= to, {
    path: ['from'],
    error: 'Must not be later than to.',
    params: { code: 'invalid_range' },
    // This check runs despite errors in other fields, once both ends are numbers.
    when: ({ value }) => hasBothEnds(value),
  })
  .refine(({ cursor: after, offset }) => after === undefined || offset === undefined, {
    path: ['offset'],
    error: 'Must be left out when a cursor is given.',
  });

const listRoute = route({
  method: 'GET',
  path: '/v1/btc/payments',
  who: 'key',
  query: listPaymentsQuery,
  answer: publicPaymentListSchema,
  docs: {
    id: 'listPayments',
    tag: 'Payments',
    summary: 'List payments',
    description:
      'Lists the payments of this API key that were created in a time range, newest first. `total` counts all matches, in the same snapshot as the page. For the next page, send `next_cursor` as `cursor`, until it is null.',
    answers: { 200: { description: 'One page.' } },
    problems: COMMON_PROBLEMS,
  },
  async handle({ api, actor, query }) {
    const {
      status: statuses,
      payment_link_id: paymentLinkId,
      cursor: after,
      offset = 0,
      ...rest
    } = query;
    const listRequest = { ...rest, statuses, paymentLinkId, after, offset };
    return publicPaymentListResponse(
      await listPayments(api.db, actor, listRequest),
      listRequest,
      api.env.appUrl,
    );
  },
});

const getRoute = route({
  method: 'GET',
  path: '/v1/btc/payments/{id}',
  who: 'key',
  answer: paymentSchema,
  docs: {
    id: 'getPayment',
    tag: 'Payments',
    summary: 'Get a payment',
    description:
      'Payments of other API keys return 404. With `If-None-Match`, the response is 304 while nothing has changed.',
    headers: {
      'If-None-Match': {
        description: 'The `ETag` of an earlier response.',
        schema: z.string().optional(),
      },
    },
    answers: {
      200: { description: 'The payment.', headers: ['ETag'] },
      304: { description: 'Nothing has changed.', headers: ['ETag'] },
    },
    problems: [...COMMON_PROBLEMS, 'payment_not_found'],
  },
  async handle({ api, request, actor, params }) {
    const found = await getPayment(api.db, actor, params.id);
    const body = JSON.stringify(paymentResponse(found, api.env.appUrl));
    const etag = strongEtag(body);
    return matchesEtag(request.headers.get('if-none-match'), etag)
      ? new Reply(304, '', { etag })
      : new Reply(200, body, { etag });
  },
});

const cancelRoute = route({
  method: 'POST',
  path: '/v1/btc/payments/{id}/cancel',
  who: 'key',
  answer: paymentSchema,
  docs: {
    id: 'cancelPayment',
    tag: 'Payments',
    summary: 'Cancel a payment',
    description:
      'Only a pending payment that has received nothing can be canceled. Canceling it again returns the same response. The address is still watched: if money arrives later, the payment becomes `detected`, with the flag `late`. Takes no body.',
    answers: { 200: { description: 'The canceled payment.' } },
    problems: [...COMMON_PROBLEMS, ...BODY_PROBLEMS, 'payment_not_found', 'payment_not_cancelable'],
  },
  async handle({ api, actor, params, now }) {
    const canceled = await cancelPayment(api.db, actor, params.id, now, api.afterChange);
    return paymentResponse(canceled, api.env.appUrl);
  },
});

export const paymentRoutes = [listRoute, getRoute, cancelRoute] as const;

function hasBothEnds(value: unknown): boolean {
  const { from, to } = Object(value) as { from?: unknown; to?: unknown };
  return typeof from === 'number' && typeof to === 'number';
}
