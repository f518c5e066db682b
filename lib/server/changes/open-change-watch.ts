import { eq, inArray } from 'drizzle-orm';
import type { Database, Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { ChangeWatch, type ChangeWatchDeps } from './change-watch';
import { CHANGED_CHANNEL } from './notify-dashboards';

interface Parts extends Pick<ChangeWatchDeps, 'onCount' | 'onError'> {
  readonly database: Database;
  readonly clock: () => Date;
  /** The channel for changed payments and new tips. */
  readonly movedChannel: string;
  readonly standings: (
    db: Db,
    sessionIds: readonly string[],
    now: Date,
  ) => ReturnType<ChangeWatchDeps['standings']>;
}

/** Opens the watch of this process. It does not use the database while no dashboard is open. */
export function openChangeWatch({ database, clock, ...parts }: Parts): ChangeWatch {
  const { db } = database;
  return new ChangeWatch({
    listen: async ({ changed, moved }) => {
      await database.listen(CHANGED_CHANNEL, changed);
      await database.listen(parts.movedChannel, moved);
    },
    paymentsOf: (checkoutIds) =>
      db
        .select({ id: payment.id, merchantId: apiKey.merchantId })
        .from(payment)
        .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
        .where(inArray(payment.checkoutId, [...checkoutIds])),
    standings: (sessionIds) => parts.standings(db, sessionIds, clock()),
    onCount: parts.onCount,
    onError: parts.onError,
  });
}
