import { z } from 'zod';
import type { ApiKeyActor } from '@/lib/domain/actor';
import { MAX_SANDBOX_BLOCKS } from '@/lib/domain/limits';
import { MAX_SATS, toSats } from '@/lib/domain/sats';
import { type Simulation, simulate } from '@/lib/payments/simulate';
import { wholeNumber } from '../input/fields';
import { type HandlerContext, route } from '../route';
import { BODY_PROBLEMS, COMMON_PROBLEMS } from '../usual-problems';
import {
  doubleSpentSchema,
  minedSchema,
  reorganizedSchema,
  sandboxTransactionSchema,
} from './sandbox-response';
import { toSimulateDeps } from './to-simulate-deps';

const paymentId = z.string({ error: 'Must be the id of a payment.' }).min(1).max(100);
const txid = z
  .string({ error: 'Must be a transaction id.' })
  .regex(/^[0-9a-f]{64}$/, { error: 'Must be a transaction id: 64 lower-case hex digits.' });
const ofThisKey = { description: 'An unconfirmed transaction that pays a payment of this key.' };
const PROBLEMS = [...COMMON_PROBLEMS, ...BODY_PROBLEMS, 'sandbox_only'] as const;
const MAX_DROPPED = 100;

const payRoute = route({
  method: 'POST',
  path: '/v1/sandbox/pay',
  who: 'key',
  body: z
    .strictObject({
      payment_id: paymentId.optional().meta({ description: 'A payment of this API key.' }),
      refund_id: z
        .string({ error: 'Must be the id of a refund.' })
        .min(1)
        .max(100)
        .optional()
        .meta({ description: 'The id of a refund of this API key, in place of a payment.' }),
      amount_sats: wholeNumber(1, MAX_SATS).optional().meta({
        description:
          'Amount to send; by default what is left to pay. Required once nothing is left to pay.',
      }),
    })
    .refine(({ payment_id: id, refund_id: back }) => (id === undefined) !== (back === undefined), {
      path: ['payment_id'],
      error: 'Is required, unless there is a refund_id.',
      params: { code: 'required' },
      when: () => true,
    })
    .meta({ id: 'SandboxPay' }),
  bodyMayBeMissing: true,
  answer: sandboxTransactionSchema,
  docs: {
    id: 'sandboxPay',
    tag: 'Sandbox',
    summary: 'Pay a payment or a refund',
    description:
      'Sends sandbox money to a payment, or to the address of a refund: any amount, at any time. The transaction stays in the mempool until a block is mined. Without an amount, a paid payment is not paid again.',
    answers: { 200: { description: 'The transaction.' } },
    problems: [...PROBLEMS, 'payment_not_found', 'not_found', 'sandbox_refused'],
  },
  async handle(context) {
    const { payment_id: id, refund_id: refundId, amount_sats: amount } = context.body;
    const sats = amount === undefined ? undefined : toSats(amount);
    const made = await (refundId === undefined
      ? run(context, { action: 'pay', sats }, id)
      : run(context, { action: 'pay_refund', refundId, sats }));
    return { txid: made.txid, fee_sats: made.feeSats };
  },
});

const mineRoute = route({
  method: 'POST',
  path: '/v1/sandbox/mine',
  who: 'key',
  body: z
    .strictObject({
      blocks: wholeNumber(1, MAX_SANDBOX_BLOCKS)
        .default(1)
        .meta({ description: 'Number of blocks; the first one confirms the mempool.' }),
    })
    .meta({ id: 'SandboxMine' }),
  bodyMayBeMissing: true,
  answer: minedSchema,
  docs: {
    id: 'sandboxMine',
    tag: 'Sandbox',
    summary: 'Mine blocks',
    description:
      'The first block confirms the mempool. All keys of the installation share the chain.',
    answers: { 200: { description: 'The new blocks.' } },
    problems: PROBLEMS,
  },
  handle: (context) => run(context, { action: 'mine', ...context.body }),
});

const replaceRoute = route({
  method: 'POST',
  path: '/v1/sandbox/replace',
  who: 'key',
  body: z
    .strictObject({
      txid: txid.meta(ofThisKey),
      to: z
        .enum(['same', 'nowhere'], { error: 'Must be "same" or "nowhere".' })
        .default('same')
        .meta({
          description: '`same`: raises the fee only; `nowhere`: returns the money to the sender.',
        }),
    })
    .meta({ id: 'SandboxReplace' }),
  bodyMayBeMissing: true,
  answer: sandboxTransactionSchema,
  docs: {
    id: 'sandboxReplace',
    tag: 'Sandbox',
    summary: 'Replace a transaction',
    description: 'Bumps the fee of an unconfirmed transaction (BIP 125), or takes its money back.',
    answers: { 200: { description: 'The replacement.' } },
    problems: [...PROBLEMS, 'sandbox_refused'],
  },
  async handle(context) {
    const { txid: which, to } = context.body;
    const made = await run(context, {
      action: to === 'same' ? 'bump_fee' : 'take_back',
      txid: which,
    });
    return { txid: made.txid, fee_sats: made.feeSats };
  },
});

const doubleSpendRoute = route({
  method: 'POST',
  path: '/v1/sandbox/double-spend',
  who: 'key',
  body: z.strictObject({ txid: txid.meta(ofThisKey) }).meta({ id: 'SandboxDoubleSpend' }),
  bodyMayBeMissing: true,
  answer: doubleSpentSchema,
  docs: {
    id: 'sandboxDoubleSpend',
    tag: 'Sandbox',
    summary: 'Double-spend a transaction',
    description: 'Mines a block that confirms another transaction with the same inputs.',
    answers: { 200: { description: 'The transaction that was confirmed instead.' } },
    problems: [...PROBLEMS, 'sandbox_refused'],
  },
  async handle(context) {
    const made = await run(context, { action: 'double_spend', ...context.body });
    return { txid: made.txid, fee_sats: made.feeSats, blocks: made.blocks };
  },
});

const reorgRoute = route({
  method: 'POST',
  path: '/v1/sandbox/reorg',
  who: 'key',
  body: z
    .strictObject({
      blocks: wholeNumber(1, MAX_SANDBOX_BLOCKS)
        .default(1)
        .meta({ description: 'Number of blocks to replace; one more is mined.' }),
      drop: z
        .array(txid, { error: `Must be a list of at most ${MAX_DROPPED} transaction ids.` })
        .max(MAX_DROPPED)
        .default([])
        .meta({ description: 'Transactions to drop permanently.' }),
      remine: z.boolean({ error: 'Must be true or false.' }).default(true).meta({
        description:
          'Whether the new blocks confirm the other transactions, or leave them in the mempool.',
      }),
    })
    .meta({ id: 'SandboxReorg' }),
  bodyMayBeMissing: true,
  answer: reorganizedSchema,
  docs: {
    id: 'sandboxReorg',
    tag: 'Sandbox',
    summary: 'Reorganize the chain',
    description:
      'Replaces the last blocks with a longer chain. Dropped transactions never come back; with `remine: false` the other transactions stay in the mempool.',
    answers: { 200: { description: 'What changed.' } },
    problems: [...PROBLEMS, 'sandbox_refused'],
  },
  handle: (context) => run(context, { action: 'reorg', ...context.body }),
});

export const sandboxRoutes = [
  payRoute,
  mineRoute,
  replaceRoute,
  doubleSpendRoute,
  reorgRoute,
] as const;

type OfKey = Pick<HandlerContext<'key', unknown, unknown, ''>, 'api' | 'now'> & {
  readonly actor: ApiKeyActor;
};

function run<S extends Simulation>(
  { api, actor, now }: OfKey,
  simulation: S,
  paymentOfKey?: string,
): ReturnType<typeof simulate<S>> {
  return simulate(toSimulateDeps(api), actor, paymentOfKey, simulation, now);
}
