import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { CHAIN_MOVED_CHANNEL } from '../source';
import { lockSandbox, startSandbox } from './start';

/**
 * Runs one act on the sandbox in a transaction of its own, alone, and tells the follower. A
 * refusal leaves everything as it was.
 */
export async function act<T>(db: Db, now: Date, work: (tx: Db) => Promise<T>): Promise<T> {
  await startSandbox(db, now);
  return db.transaction(async (tx) => {
    await lockSandbox(tx);
    const result = await work(tx);
    await tx.execute(sql`select pg_notify(${CHAIN_MOVED_CHANNEL}, 'regtest')`);
    return result;
  });
}
