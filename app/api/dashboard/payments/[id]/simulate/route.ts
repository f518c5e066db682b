import { z } from 'zod';
import { MAX_SATS, toSats } from '@/lib/domain/sats';
import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { wholeNumber } from '@/lib/http/fields';
import { simulateDeps } from '@/lib/http/sandbox-of';
import { type Simulation, simulate } from '@/lib/payments/simulate';

const ACTS = ['pay', 'mine', 'bump_fee', 'take_back', 'double_spend', 'reorg'] as const;
const txid = z.string().regex(/^[0-9a-f]{64}$/, { error: 'Must be a transaction id.' });

const simulateBody = z.strictObject({
  act: z.enum(ACTS, { error: `Must be one of: ${ACTS.join(', ')}.` }),
  sats: wholeNumber(1, MAX_SATS).default(1),
  blocks: wholeNumber(1, 100).default(1),
  txid: txid.optional(),
  drop: z.array(txid).max(100).default([]),
});

/** Something that happens to a payment on the sandbox chain. */
export const POST = dashboardChange(simulateBody, async ({ api, actor, params, body, now }) => {
  await simulate(simulateDeps(api), actor, params.id ?? '', toSimulation(body), now);
  return { done: true };
});

function toSimulation(body: z.output<typeof simulateBody>): Simulation {
  const { act, blocks, drop, txid: which = '' } = body;
  if (act === 'pay') return { act, sats: toSats(body.sats) };
  if (act === 'mine') return { act, blocks };
  if (act !== 'reorg') return { act, txid: which };
  // What went back to the mempool stays there, so that one sees the payment reversed.
  return { act, blocks, drop, remine: false };
}
