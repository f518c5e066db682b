import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { sandboxBlock, sandboxTransaction } from '@/db/schema/sandbox';
import { type ChainSource, type MempoolView, type RawTransaction, SourceError } from '../../source';
import { SeenTransactions } from '../seen-transactions';
import { sandboxHashAt, sandboxTip } from './best-chain';
import { startSandbox } from './simulate';

const FETCH_BATCH = 1_000;

/**
 * The sandbox as a source of regtest. The chain is created on first use.
 *
 * @param clock gives the time of the first blocks
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
        // Emptied under this process: the next read starts it again.
        isStarted = tip !== undefined;
        if (!tip) throw new SourceError('bad_answer', 'the sandbox chain has no blocks');
        return tip;
      }),
    hashAt: (height) => read(() => sandboxHashAt(db, height)),
    block: (hash) => read(() => readBlock(db, hash)),
    mempool: (_open, newScripts) => read(() => readMempool(db, seen, newScripts)),
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
  return seen.view(listed, await readSome(db, seen.toRead(listed, newScripts), seen));
}

/** Skips transactions that left the mempool since the listing. */
async function readSome(
  db: Db,
  txids: readonly string[],
  seen: SeenTransactions,
): Promise<RawTransaction[]> {
  const transactions: RawTransaction[] = [];
  for (let start = 0; start < txids.length; start += FETCH_BATCH) {
    const rows = await db
      .select({ txid: sandboxTransaction.txid, raw: sandboxTransaction.raw })
      .from(sandboxTransaction)
      .where(
        and(
          eq(sandboxTransaction.state, 'mempool'),
          inArray(sandboxTransaction.txid, txids.slice(start, start + FETCH_BATCH)),
        ),
      )
      .orderBy(asc(sandboxTransaction.entry));
    seen.add(rows);
    transactions.push(...rows);
  }
  return transactions;
}

/** The sandbox is read from the database, so a failure of the database is one of the source. */
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
