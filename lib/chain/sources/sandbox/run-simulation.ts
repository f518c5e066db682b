import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { LOCK_NAMES, lock } from '@/db/locks';
import { sandboxBlock, sandboxOutput } from '@/db/schema/sandbox';
import { CHAIN_MOVED_CHANNEL } from '../../source';
import { sandboxTip } from './best-chain';
import { buildInitialChain, GENESIS } from './genesis';

/**
 * Runs one change of the sandbox in a transaction, while no other change can run, and notifies the
 * follower. A refused change has no effect.
 */
export async function runSimulation<T>(
  db: Db,
  now: Date,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  await startSandbox(db, now);
  return db.transaction(async (tx) => {
    await lockSandbox(tx);
    const result = await work(tx);
    await tx.execute(sql`select pg_notify(${CHAIN_MOVED_CHANNEL}, 'regtest')`);
    return result;
  });
}

export async function lockSandbox(tx: Db): Promise<void> {
  await lock(tx, LOCK_NAMES.sandbox);
}

/** Creates the chain unless it exists. Any number of processes may call this concurrently. */
export async function startSandbox(db: Db, now: Date): Promise<void> {
  if (await sandboxTip(db)) return;
  await db.transaction(async (tx) => {
    await lockSandbox(tx);
    if (await sandboxTip(tx)) return;
    const { blocks, outputs } = buildInitialChain(now);
    await tx.insert(sandboxBlock).values(
      [GENESIS, ...blocks].map(({ hash, height, time, raw }) => ({
        hash,
        height,
        time,
        raw,
        active: true,
      })),
    );
    await tx.insert(sandboxOutput).values([...outputs]);
  });
}
