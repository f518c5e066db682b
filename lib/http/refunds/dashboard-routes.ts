import { z } from 'zod';
import { MAX_BULK_PAYMENTS } from '@/lib/domain/chosen-payments';
import { idPattern } from '@/lib/domain/ids';
import { publicUrl } from '@/lib/domain/public-url';
import { simulate } from '@/lib/payments/simulate';
import { acceptRefundOutput } from '@/lib/refunds/accept-refund-output';
import { createRefund } from '@/lib/refunds/create-refund';
import { dropRefund } from '@/lib/refunds/drop-refund';
import { getRefund } from '@/lib/refunds/get-refund';
import { makePsbt } from '@/lib/refunds/make-psbt';
import { quoteRefund } from '@/lib/refunds/quote-refund';
import { readyRefunds } from '@/lib/refunds/ready-refunds';
import { recordRefundTxid } from '@/lib/refunds/record-refund-txid';
import { createRefundLink } from '@/lib/refunds/refund-link';
import { setRefundAddress } from '@/lib/refunds/set-refund-address';
import { bitcoinAddress, wholeNumber } from '../input/fields';
import { count, moment } from '../response-fields';
import { Reply, route } from '../route';
import { toSimulateDeps } from '../sandbox/to-simulate-deps';
import { electrumCsv, sparrowCsv } from './payout-csv';
import { refundBody, refundDeps, toRefundRequest, txidInputSchema } from './routes';

const ids = z
  .array(z.string().regex(idPattern('refund'), { error: 'Must be the id of a refund.' }))
  .min(1)
  .max(MAX_BULK_PAYMENTS);
const confirmExcess = z
  .boolean()
  .default(false)
  .meta({ description: 'Confirms that more is given back than was received.' });

const createRoute = route({
  method: 'POST',
  path: '/api/dashboard/payments/{id}/refunds',
  who: 'member',
  body: refundBody,
  answer: z.strictObject({ id: z.string() }),
  async handle({ api, actor, params, body, now }) {
    const request = toRefundRequest(params.id, body);
    const { id } = await createRefund(refundDeps(api), actor, request, now);
    return { id };
  },
});

/** Returns a link to the page on which the customer enters the refund's address. */
const linkRoute = route({
  method: 'POST',
  path: '/api/dashboard/refunds/{id}/link',
  who: 'member',
  body: z.strictObject({ renew: z.boolean().default(false) }),
  answer: z.strictObject({ url: z.string(), expires_at: moment, mailed: z.boolean() }),
  async handle({ api, actor, params, body, now }) {
    const request = { refundId: params.id, renew: body.renew };
    const link = await createRefundLink(api.db, api.vault, actor, request, now);
    const url = publicUrl(api.env.appUrl, `/refund/${link.token}`);
    return { url, expires_at: link.expiresAt.toISOString(), mailed: link.isMailed };
  },
});

const addressRoute = route({
  method: 'POST',
  path: '/api/dashboard/refunds/{id}/address',
  who: 'member',
  body: z.strictObject({ address: bitcoinAddress }),
  async handle({ api, actor, params, body, now }) {
    const request = { refundId: params.id, address: body.address };
    await setRefundAddress(refundDeps(api), actor, request, now);
  },
});

/** Converts a refund in currency to satoshis. The amount is fixed for ten minutes. */
const quoteRoute = route({
  method: 'POST',
  path: '/api/dashboard/refunds/{id}/quote',
  who: 'member',
  body: z.strictObject({ confirm_excess: confirmExcess }),
  answer: z.strictObject({ amount_sats: count }),
  async handle({ api, actor, params, body, now }) {
    const request = { refundId: params.id, confirmExcess: body.confirm_excess };
    const { amountSats } = await quoteRefund(refundDeps(api), actor, request, now);
    return { amount_sats: amountSats };
  },
});

const paidRoute = route({
  method: 'POST',
  path: '/api/dashboard/refunds/{id}/paid',
  who: 'member',
  body: z.strictObject({ txid: txidInputSchema }),
  async handle({ api, actor, params, body, now }) {
    await recordRefundTxid(api, actor, { refundId: params.id, txid: body.txid }, now);
  },
});

/** Accepts an output to the refund's address although its amount differs. */
const acceptRoute = route({
  method: 'POST',
  path: '/api/dashboard/refunds/{id}/accept-output',
  who: 'member',
  body: z.strictObject({
    txid: txidInputSchema,
    vout: wholeNumber(0, 100_000),
    confirm_excess: confirmExcess,
  }),
  async handle({ api, actor, params, body, now }) {
    const { txid: sent, vout, confirm_excess } = body;
    const output = { refundId: params.id, txid: sent, vout, confirmExcess: confirm_excess };
    await acceptRefundOutput(api, actor, output, now);
  },
});

const dropRoute = route({
  method: 'POST',
  path: '/api/dashboard/refunds/{id}/drop',
  who: 'member',
  async handle({ api, actor, params, now }) {
    await dropRefund(api.db, actor, params.id, now);
  },
});

const simulateRoute = route({
  method: 'POST',
  path: '/api/dashboard/refunds/{id}/simulate',
  who: 'member',
  async handle({ api, actor, params, now }) {
    const { row } = await getRefund(api.db, actor, params.id);
    const simulation = { action: 'pay_refund', refundId: row.id } as const;
    await simulate(toSimulateDeps(api), actor, row.paymentId, simulation, now);
  },
});

const psbtRoute = route({
  method: 'POST',
  path: '/api/dashboard/refunds/psbt',
  who: 'member',
  body: z.strictObject({
    ids,
    fee_rate: z
      .number()
      .min(0.1, { error: 'Must be at least 0.1 sat per virtual byte.' })
      .max(10_000, { error: 'Must be at most 10000 sat per virtual byte.' })
      .optional(),
    change_index: wholeNumber(0, 1_000_000).optional(),
  }),
  answer: z.strictObject({
    psbt: z.string().meta({ description: 'BIP 174, unsigned, in Base64.' }),
    inputs: count,
    fee_sats: count,
    fee_rate: z.number(),
    change_sats: count,
    change_index: count,
    checked: z.boolean().meta({
      description: 'Whether the source confirmed that the outputs are unspent.',
    }),
  }),
  async handle({ api, actor, body }) {
    const { ids: refundIds, fee_rate: feeRate = null, change_index: changeIndex = null } = body;
    const made = await makePsbt(api, actor, { refundIds, feeRate, changeIndex });
    return {
      psbt: Buffer.from(made.psbt).toString('base64'),
      inputs: made.coins.length,
      fee_sats: made.feeSats,
      fee_rate: made.feeRate,
      change_sats: made.changeSats,
      change_index: made.changeIndex,
      checked: made.isChecked,
    };
  },
});

const FORMATS = { sparrow: sparrowCsv, electrum: electrumCsv } as const;

/** A wallet can load this file to pay several refunds. */
const fileRoute = route({
  method: 'GET',
  path: '/api/dashboard/refunds/file',
  who: 'member',
  query: z.strictObject({
    ids: z
      .string()
      .transform((text) => text.split(','))
      .pipe(ids),
    format: z.enum(['sparrow', 'electrum'], { error: 'Must be sparrow or electrum.' }),
  }),
  answer: z.string(),
  async handle({ api, actor, query, now }) {
    const refunds = await readyRefunds(api.db, actor, query.ids);
    const name = `refunds-${now.toISOString().slice(0, 10)}-${query.format}.csv`;
    // The file's last line break is removed here, because the pipeline adds one to every body.
    return new Reply(200, FORMATS[query.format](refunds).trimEnd(), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    });
  },
});

export const dashboardRefundRoutes = [
  createRoute,
  linkRoute,
  addressRoute,
  quoteRoute,
  paidRoute,
  acceptRoute,
  dropRoute,
  simulateRoute,
  psbtRoute,
  fileRoute,
] as const;
