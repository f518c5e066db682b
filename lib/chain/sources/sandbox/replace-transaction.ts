import { Transaction } from 'bitcoinjs-lib';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { sandboxOutput, sandboxTransaction } from '@/db/schema/sandbox';
import { toSats } from '@/lib/domain/sats';
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
}

/**
 * Replaces a transaction in the mempool with one that pays a higher fee (BIP 125).
 *
 * @throws SandboxRefusal for a transaction that is not in the mempool, or without enough money
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
 * @throws SandboxRefusal like {@link replaceTransaction}
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

/** In satoshis per virtual byte. Nodes require at least 1. */
const FEE_RATE_INCREMENT = 5;

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
  const feeFor = (inputs: number) => feeAbove(replaced, virtualSizeOf(inputs, payees));
  const spent = await selectInputs(tx, replaced.spent, payees, feeFor);
  const built = buildTransaction(spent, payees, toSats(feeFor(spent.length)));
  await dropFromMempool(tx, replaced.family);
  await addToMempool(tx, built, now);
  return built;
}

/**
 * Returns a fee that is high enough for a replacement by BIP 125, rules 3 and 4, and by Bitcoin
 * Core, which also requires a higher fee rate.
 */
function feeAbove(replaced: Replaced, virtualSize: number): number {
  return Math.max(
    replaced.familyFeeSats + virtualSize * FEE_RATE_INCREMENT,
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
    throw new SandboxRefusal('the sandbox has no such transaction');
  }
  if (row.state === 'confirmed') {
    throw new SandboxRefusal('the transaction is in a block already; a reorg can drop it');
  }
  if (row.state === 'gone') {
    throw new SandboxRefusal('the transaction was replaced or dropped already');
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
