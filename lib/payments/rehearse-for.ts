import type { Db } from '@/db/client';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayChange } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import type { Sats } from '@/lib/domain/sats';
import { getPaymentFor } from './get-payment-for';
import {
  type Rehearsal,
  rehearseDoubleSpend,
  rehearseMining,
  rehearsePayment,
  rehearseReorg,
  rehearseReplacement,
  type Sandbox,
} from './rehearse';

/** What the Simulate panel of a payment can do. */
export type Simulation =
  | { readonly act: 'pay'; readonly sats: Sats }
  | { readonly act: 'mine'; readonly blocks: number }
  | { readonly act: 'bump_fee'; readonly txid: string }
  | { readonly act: 'take_back'; readonly txid: string }
  | { readonly act: 'double_spend'; readonly txid: string }
  | { readonly act: 'reorg'; readonly blocks: number; readonly drop: readonly string[] };

interface Deps {
  readonly db: Db;
  readonly sandboxOf: (network: Network) => Sandbox | undefined;
}

/**
 * Lets something happen to a payment of the person's merchant on the sandbox chain.
 *
 * @throws Problem `forbidden` for a viewer; `payment_not_found`; `sandbox_only`; `sandbox_refused`
 */
export async function rehearseFor(
  { db, sandboxOf }: Deps,
  actor: Member,
  paymentId: string,
  simulation: Simulation,
  now: Date,
): Promise<void> {
  mayChange(actor);
  const { row } = await getPaymentFor(db, actor, paymentId);
  const sandbox = sandboxOf(row.network);
  await run({ db, apiKeyId: row.apiKeyId, sandbox, now }, paymentId, simulation);
  await recordAuditEntry(db, actor, 'payment.simulate', paymentId, { act: simulation.act }, now);
}

async function run(
  rehearsal: Rehearsal,
  paymentId: string,
  simulation: Simulation,
): Promise<unknown> {
  switch (simulation.act) {
    case 'pay':
      return rehearsePayment(rehearsal, paymentId, simulation.sats);
    case 'mine':
      return rehearseMining(rehearsal, simulation.blocks);
    case 'bump_fee':
      return rehearseReplacement(rehearsal, simulation.txid, 'same');
    case 'take_back':
      return rehearseReplacement(rehearsal, simulation.txid, 'nowhere');
    case 'double_spend':
      return rehearseDoubleSpend(rehearsal, simulation.txid);
    case 'reorg':
      return rehearseReorg(rehearsal, {
        blocks: simulation.blocks,
        drop: simulation.drop,
        // What went back to the mempool stays there, so that one sees the payment reversed.
        remine: false,
      });
  }
}
