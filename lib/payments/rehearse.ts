import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { output, payment } from '@/db/schema/payments';
import { type DoubleSpend, doubleSpend } from '@/lib/chain/sandbox/double-spend';
import { mine } from '@/lib/chain/sandbox/mine';
import { payAddress, type SandboxTransaction } from '@/lib/chain/sandbox/pay-address';
import { type Reorg, type ReorgResult, reorg } from '@/lib/chain/sandbox/reorg';
import { replaceTransaction } from '@/lib/chain/sandbox/replace-transaction';
import { MAX_BLOCKS, SandboxRefusal } from '@/lib/chain/sandbox/rules';
import type { BlockRef } from '@/lib/chain/source';
import { Problem } from '@/lib/domain/problems';
import { type Sats, toSats } from '@/lib/domain/sats';
import { getPayment } from './get-payment';

/** The most blocks that are mined, or replaced, at once. */
export const MAX_REHEARSED_BLOCKS = MAX_BLOCKS;

export interface Sandbox {
  /** Reads what was done on the chain, so that payments are where it left them. */
  readonly catchUp: () => Promise<void>;
}

/** Who rehearses, and on what: acts on the sandbox chain, for the payments of one API key. */
export interface Rehearsal {
  readonly db: Db;
  readonly apiKeyId: string;
  /** The sandbox chain that the key's network runs on; undefined where it is a real one. */
  readonly sandbox: Sandbox | undefined;
  readonly now: Date;
}

/**
 * Sends coins to a payment.
 *
 * @param sats how much; by default what the payment still needs, or its amount once it has all
 * @throws Problem `payment_not_found`, `sandbox_only`, `sandbox_refused`
 */
export async function rehearsePayment(
  rehearsal: Rehearsal,
  paymentId: string,
  sats?: Sats,
): Promise<SandboxTransaction> {
  requireSandbox(rehearsal);
  const { row } = await getPayment(rehearsal.db, rehearsal.apiKeyId, paymentId);
  const missing = row.amountSats - row.receivedSats;
  const sum = sats ?? (missing > 0 ? toSats(missing) : row.amountSats);
  return onSandbox(rehearsal, () =>
    payAddress(rehearsal.db, { address: row.address, sats: sum }, rehearsal.now),
  );
}

/** Bumps the fee of an unconfirmed transaction (`same`), or takes its money back (`nowhere`). */
export async function rehearseReplacement(
  rehearsal: Rehearsal,
  txid: string,
  to: 'same' | 'nowhere',
): Promise<SandboxTransaction> {
  await requireOwn(rehearsal, [txid]);
  return onSandbox(rehearsal, () => replaceTransaction(rehearsal.db, { txid, to }, rehearsal.now));
}

/** Confirms a transaction that spends the same coins to somebody else. */
export async function rehearseDoubleSpend(
  rehearsal: Rehearsal,
  txid: string,
): Promise<DoubleSpend> {
  await requireOwn(rehearsal, [txid]);
  return onSandbox(rehearsal, () => doubleSpend(rehearsal.db, { txid }, rehearsal.now));
}

/** Mines blocks. The chain is everybody's: all payments on it move. */
export async function rehearseMining(
  rehearsal: Rehearsal,
  blocks: number,
): Promise<{ readonly blocks: readonly BlockRef[] }> {
  requireSandbox(rehearsal);
  return onSandbox(rehearsal, () => mine(rehearsal.db, { blocks }, rehearsal.now));
}

/** Replaces the last blocks. Transactions to drop must be this key's own. */
export async function rehearseReorg(rehearsal: Rehearsal, input: Reorg): Promise<ReorgResult> {
  await requireOwn(rehearsal, input.drop ?? []);
  return onSandbox(rehearsal, () => reorg(rehearsal.db, input, rehearsal.now));
}

function requireSandbox({ sandbox }: Rehearsal): void {
  if (sandbox) return;
  throw new Problem(
    'sandbox_only',
    'The network of this API key is a real one. Use a regtest key while BITCOIN_REGTEST is "sandbox".',
  );
}

/** Nobody may touch the transactions that pay somebody else. */
async function requireOwn(rehearsal: Rehearsal, txids: readonly string[]): Promise<void> {
  requireSandbox(rehearsal);
  if (txids.length === 0) return;
  const rows = await rehearsal.db
    .selectDistinct({ txid: output.txid })
    .from(output)
    .innerJoin(payment, eq(payment.id, output.paymentId))
    .where(
      and(
        eq(output.network, 'regtest'),
        inArray(output.txid, [...txids]),
        eq(payment.apiKeyId, rehearsal.apiKeyId),
      ),
    );
  const own = new Set(rows.map(({ txid }) => txid));
  const foreign = txids.find((txid) => !own.has(txid));
  if (foreign !== undefined) {
    throw new Problem(
      'sandbox_refused',
      `No payment of this API key has a transaction ${foreign}.`,
    );
  }
}

async function onSandbox<T>({ sandbox }: Rehearsal, act: () => Promise<T>): Promise<T> {
  const done = await act().catch((error: unknown) => {
    if (!(error instanceof SandboxRefusal)) throw error;
    const message = error.message.charAt(0).toUpperCase() + error.message.slice(1);
    throw new Problem('sandbox_refused', `${message.replace(/\.$/, '')}.`);
  });
  // It is done, whether or not it could be read: the follower reads it in its turn.
  await sandbox?.catchUp().catch(() => {});
  return done;
}
