import { and, eq, gt, lte } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { newAddress, payment } from '@/db/schema/payments';
import { recordPushedTransactions } from '@/lib/chain/push/follow-pushed-transactions';
import type { ChainSource, PushStream } from '@/lib/chain/source';
import { createLedger } from '@/lib/payments/ledger';
import { NO_WATCHED_SCRIPTS } from '@/test/support/no-watched-scripts';
import type { ChainDriver } from './chain-driver';

export interface Pusher {
  /** Pushes the mempool transactions that were not pushed before. */
  push(): Promise<void>;
  /** Makes the next push include all mempool transactions again. */
  forget(): void;
}

interface PusherParts {
  readonly driver: ChainDriver;
  newSource(database: Database): ChainSource;
}

export function newPusher(parts: PusherParts, database: Database, clock: () => Date): Pusher {
  const pushed = new Set<string>();
  // Pushes use a separate source, so that they do not change the cache of the process's source.
  const unconfirmed: PushStream['unconfirmed'] = async (txids) => {
    const view = await parts.newSource(database).mempool(async () => [], [], NO_WATCHED_SCRIPTS);
    return (view?.transactions ?? []).filter(({ txid }) => txids.includes(txid));
  };
  return {
    async push() {
      const fresh = (await parts.driver.mempool()).filter((txid) => !pushed.has(txid));
      if (fresh.length === 0) return;
      // A read finds all outputs to a new customer-provided address together. Pushes would find
      // them one by one, and cause additional payment.underpaid events.
      if ((await database.db.$count(newAddress)) > 0) return;
      if (await hasEndedUnread(database, clock())) return;
      for (const txid of fresh) pushed.add(txid);
      const source = parts.newSource(database);
      const ledger = createLedger(database.db);
      const follower = { network: 'regtest' as const, database, source, ledger, clock };
      await recordPushedTransactions(
        follower,
        { listen: () => ({ close() {} }), unconfirmed },
        fresh,
      );
    },
    forget: () => pushed.clear(),
  };
}

/**
 * Whether a detected payment has passed its expiry since the last read. If its transaction is then
 * replaced, a push reverts the payment to pending, and the next read changes it to expired.
 */
async function hasEndedUnread({ db }: Database, now: Date): Promise<boolean> {
  const ended = await db
    .select({ id: payment.id })
    .from(payment)
    .innerJoin(chain, eq(chain.network, payment.network))
    .where(
      and(
        eq(payment.status, 'detected'),
        gt(payment.expiresAt, chain.readAt),
        lte(payment.expiresAt, now),
      ),
    )
    .limit(1);
  return ended.length > 0;
}
