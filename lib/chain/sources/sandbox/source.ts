import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { sandboxBlock, sandboxTransaction } from '@/db/schema/sandbox';
import { scanBlock } from '@/lib/bitcoin/scan';
import { type ChainSource, type MempoolView, type RawTransaction, SourceError } from '../../source';
import { SeenTransactions } from '../seen-transactions';
import { sandboxHashAt, sandboxTip } from './best-chain';
import { startSandbox } from './run-simulation';

const SANDBOX_FEE_RATE = 1;

/**
 * Returns the sandbox as a source for regtest. Its chain is created on first use and is valid for a
 * real node, so the sandbox runs the same code as mainnet.
 *
 * @param clock the time of the first blocks
 */
export function createSandboxSource(db: Db, clock: () => Date = () => new Date()): ChainSource {
  const seen = new SeenTransactions();
  let isStarted = false;
  const start = async () => {
    if (isStarted) return;
    await startSandbox(db, clock());
    isStarted = true;
  };
  const read = <T>(query: () => Promise<T>) => readable(start().then(query));

  return {
    tip: () =>
      read(async () => {
        const tip = await sandboxTip(db);
        // If another process emptied the database, the next read creates the chain again.
        isStarted = tip !== undefined;
        if (!tip) throw new SourceError('bad_answer', 'the sandbox chain has no blocks');
        return tip;
      }),
    hashAt: (height) => read(() => sandboxHashAt(db, height)),
    block: async (hash) => scanBlock(await read(() => readBlock(db, hash))),
    feeOf: (txid) => read(() => readFee(db, txid)),
    mempool: (_open, newScripts) => read(() => readMempool(db, seen, newScripts)),
    // The sandbox spends only its own outputs, never a merchant's.
    spending: { spent: async () => new Set(), feeRate: async () => SANDBOX_FEE_RATE },
  };
}

async function readBlock(db: Db, hash: string): Promise<Uint8Array> {
  const [row] = await db
    .select({ raw: sandboxBlock.raw })
    .from(sandboxBlock)
    .where(eq(sandboxBlock.hash, hash));
  if (!row) throw new SourceError('bad_answer', `the sandbox chain has no block ${hash}`);
  return row.raw;
}

async function readFee(db: Db, txid: string): Promise<number | undefined> {
  const [row] = await db
    .select({ fee: sandboxTransaction.feeSats })
    .from(sandboxTransaction)
    .where(eq(sandboxTransaction.txid, txid));
  return row?.fee;
}

async function readMempool(
  db: Db,
  seen: SeenTransactions,
  newScripts: readonly string[],
): Promise<MempoolView> {
  const rows = await db
    .select({ txid: sandboxTransaction.txid })
    .from(sandboxTransaction)
    .where(eq(sandboxTransaction.state, 'mempool'))
    .orderBy(asc(sandboxTransaction.entry));
  const listed = new Set(rows.map(({ txid }) => txid));
  return seen.read(listed, newScripts, (txids) => readSome(db, txids));
}

async function readSome(db: Db, txids: readonly string[]): Promise<RawTransaction[]> {
  const { txid, raw, state, entry } = sandboxTransaction;
  return db
    .select({ txid, raw })
    .from(sandboxTransaction)
    .where(and(eq(state, 'mempool'), inArray(txid, [...txids])))
    .orderBy(asc(entry));
}

/** The sandbox is in the database, so a database error is a fault of the source. */
async function readable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError('unreachable', 'the sandbox chain could not be read from the database', {
      cause: error,
    });
  }
}
