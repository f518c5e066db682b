import { z } from 'zod';
import { MAX_SATS, toSats } from '@/lib/domain/sats';
import {
  MAX_REHEARSED_BLOCKS,
  type Rehearsal,
  rehearseDoubleSpend,
  rehearseMining,
  rehearsePayment,
  rehearseReorg,
  rehearseReplacement,
} from '@/lib/payments/rehearse';
import type { Fields } from '../field-errors';
import { wholeNumber } from '../fields';
import { noFields, readInput } from '../read-input';
import type { Answer, Operation, OperationContext } from '../resource';
import { sandboxOf } from '../sandbox-of';

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
    blocks: wholeNumber(1, MAX_REHEARSED_BLOCKS)
      .default(1)
      .meta({ description: 'How many blocks; the first takes the mempool.' }),
  })
  .meta({ id: 'SandboxMine' });
export const reorgBody = z
  .strictObject({
    blocks: wholeNumber(1, MAX_REHEARSED_BLOCKS)
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

/** POST /v1/sandbox/pay: sends coins to a payment, by default what it still needs. */
export const payOperation = operation(payBody, async (rehearsal, body) => {
  const sats = body.amount_sats === undefined ? undefined : toSats(body.amount_sats);
  const made = await rehearsePayment(rehearsal, body.payment_id, sats);
  return { txid: made.txid, fee_sats: made.feeSats };
});

/** POST /v1/sandbox/replace: bumps the fee of a transaction, or takes its money back. */
export const replaceOperation = operation(replaceBody, async (rehearsal, body) => {
  const made = await rehearseReplacement(rehearsal, body.txid, body.to);
  return { txid: made.txid, fee_sats: made.feeSats };
});

/** POST /v1/sandbox/double-spend: confirms a transaction that spends the same coins. */
export const doubleSpendOperation = operation(doubleSpendBody, async (rehearsal, body) => {
  const made = await rehearseDoubleSpend(rehearsal, body.txid);
  return { txid: made.txid, fee_sats: made.feeSats, blocks: made.blocks };
});

/** POST /v1/sandbox/mine */
export const mineOperation = operation(mineBody, (rehearsal, body) =>
  rehearseMining(rehearsal, body.blocks),
);

/** POST /v1/sandbox/reorg */
export const reorgOperation = operation(reorgBody, (rehearsal, body) =>
  rehearseReorg(rehearsal, body),
);

function operation<B>(
  schema: Fields<B>,
  run: (rehearsal: Rehearsal, body: B) => Promise<unknown>,
): Operation {
  return async ({ api, request, caller, now }: OperationContext): Promise<Answer> => {
    const { body } = await readInput(request, {
      query: noFields,
      body: schema,
      bodyIs: 'optional',
    });
    const sandbox = sandboxOf(api, caller.network);
    const rehearsal = { db: api.db, apiKeyId: caller.apiKeyId, sandbox, now };
    return { status: 200, body: JSON.stringify(await run(rehearsal, body)) };
  };
}
