import { z } from 'zod';
import { SOURCE_TRAITS } from '@/lib/domain/chain-condition';
import { NETWORKS } from '@/lib/domain/network';
import { PAYMENT_STATUSES } from '@/lib/domain/payment';
import { MAX_SATS, toSats } from '@/lib/domain/sats';
import { readManualInvoiceStatus } from '@/lib/greenfield/read-manual-invoice-status';
import { cancelPayment } from '@/lib/payments/cancel-payment';
import { type Simulation, simulate } from '@/lib/payments/simulate';
import { exportPayments } from '@/lib/payments/views/export-payments';
import { listOutputs } from '@/lib/payments/views/list-outputs';
import { paymentDetail } from '@/lib/payments/views/payment-detail';
import { searchPayments } from '@/lib/payments/views/search-payments';
import { sumPayments } from '@/lib/payments/views/sum-payments';
import { readRefundable } from '@/lib/refunds/refund-totals';
import { shownRefunds } from '@/lib/refunds/shown-refunds';
import { createBodyStream } from '../create-body-stream';
import { integerParameter, wholeNumber } from '../input/fields';
import type { ResponseOf } from '../response';
import { count, pageResponse } from '../response-fields';
import { Reply, route } from '../route';
import { toSimulateDeps } from '../sandbox/to-simulate-deps';
import { serializeView } from '../serialize-view';
import { paymentIdsParameter } from './bulk-fields';
import { confirmationRateResponse } from './confirmation-rate-response';
import { CSV_HEADER_LINE, csvLine } from './csv';
import { paymentFilterFields, toPaymentFilter } from './filter-query';
import { outputPageResponse, outputPageSchema } from './outputs-response';
import { paymentDetailResponse, paymentDetailSchema } from './payment-detail-response';
import { dashboardPaymentListSchema, paymentResponse, paymentSchema } from './payment-response';

const listRoute = route({
  method: 'GET',
  path: '/api/dashboard/payments',
  who: 'member',
  query: z.strictObject({
    ...paymentFilterFields,
    page: integerParameter(1, 1_000_000).default(1),
    limit: integerParameter(1, 100).default(50),
  }),
  answer: dashboardPaymentListSchema,
  async handle({ api, actor, query, now }) {
    const { limit } = query;
    const offset = (query.page - 1) * limit;
    const filter = toPaymentFilter(query, now);
    const { payments, total } = await searchPayments(api.db, actor, filter, { limit, offset });
    const data = payments.map((payment) => paymentResponse(payment, api.env.appUrl));
    return pageResponse(data, { total, limit, offset });
  },
});

const sumSchema = z.strictObject({
  network: z.enum(NETWORKS),
  status: z.enum(PAYMENT_STATUSES),
  payments: count,
  received_sats: count,
  amount: z.string().nullable().meta({
    description: 'The received amount in the display currency; null without one.',
  }),
  without_rate: count.meta({
    description:
      'Payments not included in the amount, because they have neither a price nor a rate.',
  }),
});
const sumsSchema = z.strictObject({
  currency: z.string().nullable(),
  sums: z.array(sumSchema).meta({ description: 'By network and status.' }),
});
export type PaymentSumResponse = ResponseOf<typeof sumSchema>;

const sumsRoute = route({
  method: 'GET',
  path: '/api/dashboard/payments/sums',
  who: 'member',
  query: z.strictObject(paymentFilterFields),
  answer: sumsSchema,
  async handle({ api, actor, query, now }) {
    return serializeView(sumsSchema, await sumPayments(api.db, actor, toPaymentFilter(query, now)));
  },
});

/** Exports selected payments, or all payments of the filtered list. */
const exportRoute = route({
  method: 'GET',
  path: '/api/dashboard/payments/export',
  who: 'member',
  query: z.strictObject({
    ...paymentFilterFields,
    ids: paymentIdsParameter
      .optional()
      .meta({ description: 'Only these payments, separated by commas.' }),
    format: z.enum(['csv', 'json'], { error: 'Must be csv or json.' }),
  }),
  answer: z.array(paymentSchema).or(z.string()),
  async handle({ api, actor, query, requestId, now }) {
    const filter = { ...toPaymentFilter(query, now), ids: query.ids };
    const csv = query.format === 'csv';
    const produce = async (write: (text: string) => Promise<void>) => {
      await write(csv ? CSV_HEADER_LINE : '[');
      let separator = '\n';
      await exportPayments(api.db, actor, filter, async (part) => {
        let text = '';
        for (const found of part) {
          const payment = paymentResponse(found, api.env.appUrl);
          const rate = found.confirmationRate && confirmationRateResponse(found.confirmationRate);
          text += csv ? csvLine(payment, rate) : `${separator}${JSON.stringify(payment)}`;
          separator = ',\n';
        }
        await write(text);
      });
      if (!csv) await write('\n]\n');
    };
    const body = await createBodyStream(produce, (error) => {
      api.log.error({ err: error, request_id: requestId }, 'export failed');
    });
    const name = `payments-${now.toISOString().slice(0, 10)}.${query.format}`;
    return new Reply(200, body, {
      'content-type': csv ? 'text/csv; charset=utf-8; header=present' : 'application/json',
      'content-disposition': `attachment; filename="${name}"`,
    });
  },
});

const detailRoute = route({
  method: 'GET',
  path: '/api/dashboard/payments/{id}',
  who: 'member',
  answer: paymentDetailSchema,
  async handle({ api, actor, params }) {
    const detail = await paymentDetail(api.db, actor, params.id);
    const [refunds, refundable, marked] = await Promise.all([
      shownRefunds(api.db, actor, { paymentId: params.id }),
      readRefundable(api.db, actor, params.id),
      readManualInvoiceStatus(api.db, params.id),
    ]);
    const { network } = detail.row;
    const { appUrl, explorers, sources } = api.env;
    const sandbox = SOURCE_TRAITS[sources[network].kind].simulates;
    const explorer = explorers[network];
    const around = { actor, sandbox, appUrl, explorer, refunds, refundable, marked };
    return paymentDetailResponse(detail, around);
  },
});

/** The payment itself contains the first page of its outputs; this lists further pages. */
const outputsRoute = route({
  method: 'GET',
  path: '/api/dashboard/payments/{id}/outputs',
  who: 'member',
  query: z.strictObject({
    after: z
      .string()
      .regex(/^[0-9a-f]{64}:\d{1,9}$/, { error: 'Must be txid:vout.' })
      .optional()
      .meta({ description: 'The last output of the previous page, as txid:vout.' }),
  }),
  answer: outputPageSchema,
  async handle({ api, actor, params, query }) {
    const [txid = '', vout] = query.after?.split(':') ?? [];
    const after = vout === undefined ? undefined : { txid, vout: Number(vout) };
    const page = await listOutputs(api.db, actor, params.id, after);
    return outputPageResponse(page, page.chainHeight);
  },
});

const cancelRoute = route({
  method: 'POST',
  path: '/api/dashboard/payments/{id}/cancel',
  who: 'member',
  answer: paymentSchema,
  async handle({ api, actor, params, now }) {
    const canceled = await cancelPayment(api.db, actor, params.id, now, api.afterChange);
    return paymentResponse(canceled, api.env.appUrl);
  },
});

const ACTIONS = [
  'pay',
  'pay_refund',
  'mine',
  'bump_fee',
  'take_back',
  'double_spend',
  'reorg',
] as const;
const txid = z.string().regex(/^[0-9a-f]{64}$/, { error: 'Must be a transaction id.' });
const simulateBody = z.strictObject({
  action: z.enum(ACTIONS, { error: `Must be one of: ${ACTIONS.join(', ')}.` }),
  sats: wholeNumber(1, MAX_SATS).optional(),
  blocks: wholeNumber(1, 100).default(1),
  txid: txid.optional(),
  refund_id: z.string().max(100).optional(),
  drop: z.array(txid).max(100).default([]),
});

const simulateRoute = route({
  method: 'POST',
  path: '/api/dashboard/payments/{id}/simulate',
  who: 'member',
  body: simulateBody,
  async handle({ api, actor, params, body, now }) {
    await simulate(toSimulateDeps(api), actor, params.id, toSimulation(body), now);
  },
});

export const dashboardPaymentRoutes = [
  listRoute,
  sumsRoute,
  exportRoute,
  detailRoute,
  outputsRoute,
  cancelRoute,
  simulateRoute,
] as const;

function toSimulation(body: z.output<typeof simulateBody>): Simulation {
  const { action, sats, blocks, drop, txid: which = '' } = body;
  if (action === 'pay') return { action, sats: sats === undefined ? sats : toSats(sats) };
  if (action === 'pay_refund') {
    const { refund_id: refundId = '' } = body;
    return { action, refundId, sats: sats === undefined ? sats : toSats(sats) };
  }
  if (action === 'mine') return { action, blocks };
  if (action !== 'reorg') return { action, txid: which };
  // Dropped transactions are not mined again, so the payment's reversal stays visible.
  return { action, blocks, drop, remine: false };
}
