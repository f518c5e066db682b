import { Transaction } from 'bitcoinjs-lib';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { sandboxOutput, sandboxTransaction } from '@/db/schema/sandbox';
import { type Sats, toSats } from '@/lib/domain/sats';
import type { BlockRef } from '../../source';
import {
  type BuiltTransaction,
  buildTransaction,
  type Payee,
  type SandboxOutput,
  virtualSizeOf,
} from './build-transaction';
import { addToMempool, dropFromMempool, withDescendants } from './mempool';
import { mineBlock } from './mine';
import type { SandboxTransaction } from './pay-address';
import { SandboxRefusal } from './rules';
import { runSimulation } from './run-simulation';
import { selectInputs } from './select-inputs';

export interface ReplacementRequest {
  readonly txid: string;
  readonly to: ReplacementRecipient;
  /** By default high enough for nodes to accept the replacement. */
  readonly feeSats?: Sats;
}

/**
 * Replaces a transaction in the mempool with one that pays a higher fee (BIP 125).
 *
 * @throws SandboxRefusal transaction_not_found, transaction_not_in_mempool, fee_too_low,
 *   insufficient_funds
 */
export async function replaceTransaction(
  db: Db,
  input: ReplacementRequest,
  now: Date,
): Promise<SandboxTransaction> {
  return runSimulation(db, now, async (tx) => {
    const { txid, feeSats } = await replace(tx, input, now);
    return { txid, feeSats };
  });
}

export interface DoubleSpend extends SandboxTransaction {
  /** There are several if the mempool does not fit into one. */
  readonly blocks: readonly BlockRef[];
}

/**
 * Confirms a transaction that was never in the mempool. It spends the inputs of another transaction
 * and pays them back to the sandbox. The rest of the mempool confirms with it, as in any block.
 *
 * @throws SandboxRefusal transaction_not_found, transaction_not_in_mempool, insufficient_funds
 */
export async function doubleSpend(
  db: Db,
  { txid: victim }: { readonly txid: string },
  now: Date,
): Promise<DoubleSpend> {
  return runSimulation(db, now, async (tx) => {
    const { txid, feeSats } = await replace(tx, { txid: victim, to: 'nowhere' }, now);
    const blocks: BlockRef[] = [];
    do blocks.push(await mineBlock(tx, now, 'mempool'));
    while (await isUnconfirmed(tx, txid));
    return { txid, feeSats, blocks };
  });
}

/** `same` keeps the outputs, and `nowhere` returns everything to the sandbox. */
export type ReplacementRecipient = 'same' | 'nowhere';

/** In satoshis per virtual byte: the minimum that nodes require, then the default. */
const MIN_INCREMENT = 1;
const USUAL_INCREMENT = 5;

interface Replaced {
  readonly family: readonly string[];
  readonly familyFeeSats: number;
  readonly feeRate: number;
  readonly spent: readonly SandboxOutput[];
  readonly payees: readonly Payee[];
}

async function replace(tx: Db, input: ReplacementRequest, now: Date): Promise<BuiltTransaction> {
  const replaced = await readReplaced(tx, input.txid);
  const payees = input.to === 'same' ? replaced.payees : [];
  const feeFor = (inputs: number) =>
    input.feeSats ?? feeAbove(replaced, virtualSizeOf(inputs, payees), USUAL_INCREMENT);
  const spent = await selectInputs(tx, replaced.spent, payees, feeFor);
  const feeSats = toSats(feeFor(spent.length));
  const least = feeAbove(replaced, virtualSizeOf(spent.length, payees), MIN_INCREMENT);
  if (feeSats < least) {
    throw new SandboxRefusal(
      'fee_too_low',
      `a replacement must pay a higher fee: at least ${least} sats here`,
    );
  }
  const built = buildTransaction(spent, payees, feeSats);
  await dropFromMempool(tx, replaced.family);
  await addToMempool(tx, built, now);
  return built;
}

/**
 * Returns the minimum fee of a replacement by BIP 125, rules 3 and 4, and by Bitcoin Core, which
 * also requires a higher fee rate.
 */
function feeAbove(replaced: Replaced, virtualSize: number, increment: number): number {
  return Math.max(
    replaced.familyFeeSats + virtualSize * increment,
    Math.floor(replaced.feeRate * virtualSize) + 1,
  );
}

async function readReplaced(tx: Db, txid: string): Promise<Replaced> {
  const row = await requireInMempool(tx, txid);
  const transaction = Transaction.fromBuffer(row.raw);
  const family = await withDescendants(tx, [txid]);
  const [fees] = await tx
    .select({ sum: sql<string>`sum(${sandboxTransaction.feeSats})` })
    .from(sandboxTransaction)
    .where(inArray(sandboxTransaction.txid, family));
  const spent = await tx
    .select({ txid: sandboxOutput.txid, vout: sandboxOutput.vout, sats: sandboxOutput.sats })
    .from(sandboxOutput)
    .where(eq(sandboxOutput.spentBy, txid));
  const payees = transaction.outs
    .map(({ script, value }) => ({ script, sats: toSats(value) }))
    .filter((_, vout) => vout !== row.changeVout);
  return {
    family,
    familyFeeSats: Number(fees?.sum ?? row.feeSats),
    feeRate: row.feeSats / transaction.virtualSize(),
    spent,
    payees,
  };
}

async function requireInMempool(tx: Db, txid: string) {
  const [row] = await tx.select().from(sandboxTransaction).where(eq(sandboxTransaction.txid, txid));
  if (!row) {
    throw new SandboxRefusal('transaction_not_found', 'the sandbox has no such transaction');
  }
  if (row.state === 'confirmed') {
    throw new SandboxRefusal(
      'transaction_not_in_mempool',
      'the transaction is in a block already; a reorg can drop it',
    );
  }
  if (row.state === 'gone') {
    throw new SandboxRefusal(
      'transaction_not_in_mempool',
      'the transaction was replaced or dropped already',
    );
  }
  return row;
}

async function isUnconfirmed(tx: Db, txid: string): Promise<boolean> {
  const rows = await tx
    .select({ txid: sandboxTransaction.txid })
    .from(sandboxTransaction)
    .where(and(eq(sandboxTransaction.txid, txid), eq(sandboxTransaction.state, 'mempool')));
  return rows.length > 0;
}
