import { and, eq, isNotNull } from 'drizzle-orm';
import { payment } from '@/db/schema/payments';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { syncChain } from '@/lib/payments/sync-chain';
import { createTestKey, type TestKey } from '@/test/support/factories';
import type { TestDatabase } from '@/test/support/new-database';
import type { BenchContext } from '../support/bench';
import { seedPayments } from '../support/seed';
import type { BenchNode } from './node';

export interface ChainMerchant {
  readonly base: TestDatabase;
  /** Reads the chain as the server does. Returns the duration in ms. */
  sync(): Promise<number>;
  /** Never returns the same script twice. */
  scripts(count: number): Promise<string[]>;
  close(): Promise<void>;
}

export async function openChainMerchant(
  { place }: BenchContext,
  node: BenchNode,
  open: number,
): Promise<ChainMerchant> {
  const base = await place.database();
  const key: TestKey = await createTestKey(base.db);
  const source = createBitcoindSource('regtest', new URL(node.url));
  const clock = () => new Date();
  const sync = async () => {
    const began = performance.now();
    const result = await syncChain(base.database, 'regtest', source, clock);
    if (result.kind !== 'read')
      throw new Error(`the chain could not be read: ${JSON.stringify(result)}`);
    return performance.now() - began;
  };
  // This read sets the cursor to the tip, so later reads cover only blocks with open payments.
  await sync();
  await seedPayments(base.db, key, { count: open, seconds: 86_400, open: true });
  await base.db.execute('vacuum analyze payment');
  let used = 0;
  return {
    base,
    sync,
    async scripts(count) {
      const rows = await base.db
        .select({ script: payment.script })
        .from(payment)
        .where(and(eq(payment.network, 'regtest'), isNotNull(payment.derivationIndex)))
        .orderBy(payment.id)
        .limit(count)
        .offset(used);
      used += count;
      return rows.map(({ script }) => script);
    },
    close: () => base.drop(),
  };
}

/** Returns the duration in ms of one call for a block's bytes. */
export async function timeBlockFetch(node: BenchNode, hash: string): Promise<number> {
  const began = performance.now();
  const hex = await node.rpc<string>('getblock', hash, 0);
  if (Buffer.from(hex, 'hex').length < 80) throw new Error('that was no block');
  return performance.now() - began;
}
