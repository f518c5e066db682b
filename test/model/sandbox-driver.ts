import { Transaction } from 'bitcoinjs-lib';
import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { sandboxTransaction } from '@/db/schema/sandbox';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { doubleSpend, replaceTransaction } from '@/lib/chain/sources/sandbox/replace-transaction';
import { SandboxRefusal } from '@/lib/chain/sources/sandbox/rules';
import { toSats } from '@/lib/domain/sats';
import type { ChainDriver, MadeTransaction } from './chain-driver';

export function sandboxDriver(db: Db, now: () => Date): ChainDriver {
  const made = async (txid: string): Promise<MadeTransaction> => {
    const [row] = await db
      .select({ raw: sandboxTransaction.raw })
      .from(sandboxTransaction)
      .where(eq(sandboxTransaction.txid, txid));
    if (!row) throw new Error(`the sandbox made ${txid} and does not have it`);
    const { ins } = Transaction.fromBuffer(row.raw);
    const spends = ins.map(
      ({ hash, index }) => `${Buffer.from(hash).reverse().toString('hex')}:${index}`,
    );
    return { txid, spends };
  };
  return {
    doubleSpendTakes: 'mempool',
    canDrop: true,
    leastSats: 1,
    pay: (address, sats) =>
      unlessRefused(async () =>
        made((await payAddress(db, { address, sats: toSats(sats) }, now())).txid),
      ),
    replace: (txid, to) =>
      unlessRefused(async () => made((await replaceTransaction(db, { txid, to }, now())).txid)),
    doubleSpend: (txid) =>
      unlessRefused(async () => {
        const spend = await doubleSpend(db, { txid }, now());
        return { made: await made(spend.txid), hashes: spend.blocks.map(({ hash }) => hash) };
      }),
    mine: async (blocks) =>
      (await simulateMining(db, { blocks }, now())).blocks.map(({ hash }) => hash),
    reorg: async (blocks, remine, drop) => {
      const input = { blocks, remine, drop: drop === undefined ? [] : [drop] };
      return (await reorg(db, input, now())).blocks.map(({ hash }) => hash);
    },
    mempool: async () => {
      const rows = await db
        .select({ txid: sandboxTransaction.txid })
        .from(sandboxTransaction)
        .where(eq(sandboxTransaction.state, 'mempool'));
      return rows.map(({ txid }) => txid);
    },
  };
}

async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SandboxRefusal) return undefined;
    throw error;
  }
}
