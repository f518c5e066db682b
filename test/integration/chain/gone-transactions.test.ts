import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '@/db/client';
import {
  dropConflictingTransactions,
  findSpenders,
  spendersAboveFork,
} from '@/lib/chain/follow/replacements';
import { listUnconfirmed, recordTransactions } from '@/lib/chain/follow/transactions';
import { needsFrequentChainReads } from '@/lib/payments/needs-frequent-chain-reads';
import { createTestDatabase } from '@/test/support/database';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { countRowsRead } from '@/test/support/rows-read';

const { db } = await openForTestFile(createTestDatabase());
const now = new Date();
const daysAgo = (days: number) => sql`now() - ${days}::int * interval '1 day'`;

/** Transactions replaced long ago, one replaced recently, and one in the mempool. */
await db.execute(sql`
  insert into transaction (network, txid, first_seen_at, missing_since, gone, spends)
  select 'regtest', 'old' || n, ${daysAgo(60)}, ${daysAgo(59)}, true, array['spent:' || n]
  from generate_series(1, 5000) n
  union all select 'regtest', 'lately', ${daysAgo(2)}, ${daysAgo(1)}, true, array['spent:1']
  union all select 'regtest', 'waiting', ${daysAgo(1)}, null, false, array['spent:2']`);
await db.execute(sql`vacuum analyze transaction`);

const looks: Readonly<Record<string, (tx: Db) => Promise<unknown>>> = {
  'whether somebody waits': async (tx) => {
    expect(await needsFrequentChainReads(tx, 'regtest', now)).toBe(true);
  },
  'what the mempool should still have': async (tx) => {
    const found = await listUnconfirmed(tx, 'regtest', now);
    expect(found.map(({ txid }) => txid).sort()).toEqual(['lately', 'waiting']);
  },
  'what a block could replace': async (tx) => {
    expect([...(await spendersAboveFork(tx, 'regtest', 100))]).toEqual([['spent:2', 'waiting']]);
  },
  'what a pushed transaction could replace': async (tx) => {
    const spenders = await findSpenders(tx, 'regtest', ['spent:1', 'spent:2']);
    expect([...spenders]).toEqual([['spent:2', 'waiting']]);
  },
  'which of two counts': async (tx) => {
    const newer = { txid: 'newer', spends: ['spent:2'] };
    await recordTransactions(tx, 'regtest', [newer], null, now);
    await dropConflictingTransactions(tx, 'regtest', [newer.txid], 100, now);
    const [row] = await tx.execute(sql`select gone from transaction where txid = 'newer'`);
    expect(row).toEqual({ gone: true });
  },
};

test.each(Object.entries(looks))(
  'finding %s does not read the rows of transactions that disappeared weeks ago',
  async (_, look) => {
    const read = await db.transaction(async (tx) => {
      // PostgreSQL would choose the index in a larger table with most transactions in blocks.
      await tx.execute(sql`set local enable_seqscan = off`);
      return countRowsRead(tx, 'transaction', () => look(tx));
    });
    expect(read).toBeLessThan(20);
  },
);
