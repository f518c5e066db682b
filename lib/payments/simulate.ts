import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { output, payment } from '@/db/schema/payments';
import { refund } from '@/db/schema/refunds';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { BlockRef } from '@/lib/chain/source';
import { expireDroppedTransactions } from '@/lib/chain/sources/sandbox/end-grace';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress, type SandboxTransaction } from '@/lib/chain/sources/sandbox/pay-address';
import { type ReorgResult, reorg } from '@/lib/chain/sources/sandbox/reorg';
import {
  type DoubleSpend,
  doubleSpend,
  replaceTransaction,
} from '@/lib/chain/sources/sandbox/replace-transaction';
import { SandboxRefusal } from '@/lib/chain/sources/sandbox/rules';
import { type Actor, assertMayChange } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import { type Sats, toSats } from '@/lib/domain/sats';
import { getRefund } from '@/lib/refunds/get-refund';
import { getPayment } from './get-payment';
import type { PaymentRow } from './payment-row';
import { dueSats } from './public-payment';

interface Results {
  pay: SandboxTransaction;
  pay_refund: SandboxTransaction;
  mine: { readonly blocks: readonly BlockRef[] };
  bump_fee: SandboxTransaction;
  take_back: SandboxTransaction;
  double_spend: DoubleSpend;
  reorg: ReorgResult;
}

export type Simulation =
  | { readonly action: 'pay'; readonly sats?: Sats | undefined }
  /**
   * Pays a refund of the payment from the sandbox's wallet; by default the amount of the refund.
   */
  | { readonly action: 'pay_refund'; readonly refundId: string; readonly sats?: Sats | undefined }
  /** The chain is shared, so this affects all payments on it. */
  | { readonly action: 'mine'; readonly blocks: number }
  | { readonly action: 'bump_fee'; readonly txid: string }
  /** Replaces an unconfirmed transaction with one that pays the sender. */
  | { readonly action: 'take_back'; readonly txid: string }
  /** Confirms another transaction that spends the same outputs to another address. */
  | { readonly action: 'double_spend'; readonly txid: string }
  /** Replaces the last blocks; transactions in `drop` never come back. */
  | {
      readonly action: 'reorg';
      readonly blocks: number;
      readonly drop: readonly string[];
      readonly remine: boolean;
    };

export interface Sandbox {
  readonly catchUp: () => Promise<void>;
}

export interface SimulateDeps {
  readonly db: Db;
  readonly sandboxOf: (network: Network) => Sandbox | undefined;
}

/**
 * Simulates something on the sandbox, for payments of one API key: the key that acts, or the key of
 * the given payment.
 *
 * @param paymentId required for a member; a key needs it only to pay
 * @throws Problem `forbidden` for a viewer; `payment_not_found`; `sandbox_only`; `sandbox_refused`,
 *   also for a transaction that pays no payment or refund of this key
 */
export async function simulate<S extends Simulation>(
  deps: SimulateDeps,
  actor: Actor,
  paymentId: string | undefined,
  simulation: S,
  now: Date,
): Promise<Results[S['action']]> {
  assertMayChange(actor);
  const { db } = deps;
  const find = async () => (await getPayment(db, actor, paymentId ?? '')).row;
  const of = actor.kind === 'key' ? actor : await find();
  const sandbox = deps.sandboxOf(of.network);
  if (!sandbox) {
    throw new Problem(
      'sandbox_only',
      'The network of this API key is a real one. Use a regtest key while BITCOIN_REGTEST is "sandbox".',
    );
  }
  await requireOwn(db, of.apiKeyId, txidsOf(simulation));
  const done = await run(db, actor, simulation, find, now).catch(refuse);
  // If this read fails, the chain follower later reads what the simulation has changed.
  await showPayments(db, sandbox, now).catch(() => {});
  const subject = paymentId ?? '';
  await recordAuditEntry(db, actor, 'payment.simulate', subject, { act: simulation.action }, now);
  return done as Results[S['action']];
}

/**
 * Reads the chain until payments reflect the simulation. Outputs that the simulation dropped stop
 * counting without the usual grace period.
 */
async function showPayments(db: Db, sandbox: Sandbox, now: Date): Promise<void> {
  await sandbox.catchUp();
  if (await expireDroppedTransactions(db, now)) await sandbox.catchUp();
}

async function run(
  db: Db,
  actor: Actor,
  simulation: Simulation,
  find: () => Promise<PaymentRow>,
  now: Date,
): Promise<Results[Simulation['action']]> {
  switch (simulation.action) {
    case 'pay':
      return pay(db, await find(), simulation.sats, now);
    case 'pay_refund':
      return payRefund(db, actor, simulation, now);
    case 'mine':
      return simulateMining(db, simulation, now);
    case 'bump_fee':
      return replaceTransaction(db, { txid: simulation.txid, to: 'same' }, now);
    case 'take_back':
      return replaceTransaction(db, { txid: simulation.txid, to: 'nowhere' }, now);
    case 'double_spend':
      return doubleSpend(db, simulation, now);
    case 'reorg':
      return reorg(db, simulation, now);
  }
}

async function pay(
  db: Db,
  row: PaymentRow,
  sats: Sats | undefined,
  now: Date,
): Promise<SandboxTransaction> {
  const due = sats ?? dueSats(row);
  if (due > 0) return payAddress(db, { address: row.address, sats: toSats(due) }, now);
  throw new Problem(
    'sandbox_refused',
    'Nothing is left to pay of this payment. Give amount_sats to overpay it.',
  );
}

async function payRefund(
  db: Db,
  actor: Actor,
  { refundId, sats }: { readonly refundId: string; readonly sats?: Sats | undefined },
  now: Date,
): Promise<SandboxTransaction> {
  const { row } = await getRefund(db, actor, refundId);
  if (row.address !== null && (sats || row.status === 'ready')) {
    return payAddress(db, { address: row.address, sats: sats ?? row.amountSats }, now);
  }
  throw new Problem(
    'sandbox_refused',
    `This refund is ${row.status}: only one that is ready can be paid without an amount.`,
  );
}

function txidsOf(simulation: Simulation): readonly string[] {
  if (simulation.action === 'reorg') return simulation.drop;
  return 'txid' in simulation ? [simulation.txid] : [];
}

async function requireOwn(db: Db, apiKeyId: string, txids: readonly string[]): Promise<void> {
  if (txids.length === 0) return;
  const rows = await db
    .selectDistinct({ txid: output.txid })
    .from(output)
    .innerJoin(payment, eq(payment.id, output.paymentId))
    .where(
      and(
        eq(output.network, 'regtest'),
        inArray(output.txid, [...txids]),
        eq(payment.apiKeyId, apiKeyId),
      ),
    );
  const refunds = await db
    .select({ txid: refund.txid })
    .from(refund)
    .where(
      and(
        eq(refund.network, 'regtest'),
        inArray(refund.txid, [...txids]),
        eq(refund.apiKeyId, apiKeyId),
      ),
    );
  const own = new Set([...rows, ...refunds].map(({ txid }) => txid));
  const foreign = txids.find((txid) => !own.has(txid));
  if (foreign === undefined) return;
  throw new Problem(
    'sandbox_refused',
    `No payment or refund of this API key has a transaction ${foreign}.`,
  );
}

function refuse(error: unknown): never {
  if (!(error instanceof SandboxRefusal)) throw error;
  const message = error.message.charAt(0).toUpperCase() + error.message.slice(1);
  throw new Problem('sandbox_refused', `${message.replace(/\.$/, '')}.`);
}
