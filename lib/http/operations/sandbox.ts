import { z } from 'zod';
import { MAX_SATS, toSats } from '@/lib/domain/sats';
import { MAX_SIMULATED_BLOCKS, type Simulation, simulate } from '@/lib/payments/simulate';
import type { Fields } from '../field-errors';
import { wholeNumber } from '../fields';
import { noFields, readInput } from '../read-input';
import type { Answer, Operation, OperationContext } from '../resource';
import { simulateDeps } from '../sandbox-of';

const paymentId = z.string({ error: 'Must be the id of a payment.' }).min(1).max(100);
const txid = z
  .string({ error: 'Must be a transaction id.' })
  .regex(/^[0-9a-f]{64}$/, { error: 'Must be a transaction id: 64 lower-case hex digits.' });

export const payBody = z
  .strictObject({
    payment_id: paymentId.meta({ description: 'A payment of this API key.' }),
    amount_sats: wholeNumber(1, MAX_SATS)
      .optional()
      .meta({ description: 'What to send; by default what the payment still needs.' }),
  })
  .meta({ id: 'SandboxPay' });
export const replaceBody = z
  .strictObject({
    txid: txid.meta({ description: 'An unconfirmed transaction that pays a payment of this key.' }),
    to: z
      .enum(['same', 'nowhere'], { error: 'Must be "same" or "nowhere".' })
      .default('same')
      .meta({
        description:
          '`same`: only the fee is raised; `nowhere`: the money goes back to the sender.',
      }),
  })
  .meta({ id: 'SandboxReplace' });
export const doubleSpendBody = z
  .strictObject({
    txid: txid.meta({ description: 'An unconfirmed transaction that pays a payment of this key.' }),
  })
  .meta({ id: 'SandboxDoubleSpend' });
export const mineBody = z
  .strictObject({
    blocks: wholeNumber(1, MAX_SIMULATED_BLOCKS)
      .default(1)
      .meta({ description: 'How many blocks; the first takes the mempool.' }),
  })
  .meta({ id: 'SandboxMine' });
export const reorgBody = z
  .strictObject({
    blocks: wholeNumber(1, MAX_SIMULATED_BLOCKS)
      .default(1)
      .meta({ description: 'How many blocks are replaced; one more is mined.' }),
    drop: z
      .array(txid, { error: 'Must be a list of transaction ids.' })
      .max(100)
      .default([])
      .meta({ description: 'Transactions that never come back.' }),
    remine: z.boolean({ error: 'Must be true or false.' }).default(true).meta({
      description: 'Whether the new blocks confirm the other transactions, or leave them waiting.',
    }),
  })
  .meta({ id: 'SandboxReorg' });

/** POST /v1/sandbox/pay: sends money to a payment, by default what it still needs. */
export const payOperation = operation(payBody, async (run, body) => {
  const sats = body.amount_sats === undefined ? undefined : toSats(body.amount_sats);
  const made = await run({ act: 'pay', sats }, body.payment_id);
  return { txid: made.txid, fee_sats: made.feeSats };
});

/** POST /v1/sandbox/replace: bumps the fee of a transaction, or takes its money back. */
export const replaceOperation = operation(replaceBody, async (run, { txid, to }) => {
  const made = await run({ act: to === 'same' ? 'bump_fee' : 'take_back', txid });
  return { txid: made.txid, fee_sats: made.feeSats };
});

/** POST /v1/sandbox/double-spend: confirms a transaction that spends the same outputs. */
export const doubleSpendOperation = operation(doubleSpendBody, async (run, { txid }) => {
  const made = await run({ act: 'double_spend', txid });
  return { txid: made.txid, fee_sats: made.feeSats, blocks: made.blocks };
});

/** POST /v1/sandbox/mine */
export const mineOperation = operation(mineBody, (run, body) => run({ act: 'mine', ...body }));

/** POST /v1/sandbox/reorg */
export const reorgOperation = operation(reorgBody, (run, body) => run({ act: 'reorg', ...body }));

/** {@link simulate} for the caller. */
type Run = <S extends Simulation>(
  simulation: S,
  paymentId?: string,
) => ReturnType<typeof simulate<S>>;

function operation<B>(
  schema: Fields<B>,
  answer: (run: Run, body: B) => Promise<unknown>,
): Operation {
  return async ({ api, request, caller, now }: OperationContext): Promise<Answer> => {
    const { body } = await readInput(request, {
      query: noFields,
      body: schema,
      bodyIs: 'optional',
    });
    const deps = simulateDeps(api);
    const run: Run = (simulation, paymentId) => simulate(deps, caller, paymentId, simulation, now);
    return { status: 200, body: JSON.stringify(await answer(run, body)) };
  };
}
