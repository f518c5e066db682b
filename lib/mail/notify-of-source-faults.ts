import { lte } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { chain } from '@/db/schema/chain';
import { NOTIFY_AFTER_FAILING_MS } from '@/lib/domain/notification';
import { notifyMembers } from './notify-members';

/** Notifies members when the source of a network that they use could not be read for 30 minutes. */
export async function notifyOfSourceFaults(db: Db, now: Date): Promise<void> {
  const failing = await db
    .select({ network: chain.network, since: chain.failingSince, error: chain.lastError })
    .from(chain)
    .where(lte(chain.failingSince, new Date(now.getTime() - NOTIFY_AFTER_FAILING_MS)));
  if (failing.length === 0) return;
  const users = await db
    .selectDistinct({ merchantId: apiKey.merchantId, network: apiKey.network })
    .from(apiKey);
  const notifications = failing.flatMap(({ network, since, error }) =>
    users
      .filter((one) => one.network === network)
      .map(({ merchantId }) => ({
        merchantId,
        topic: 'chains' as const,
        fact: `source ${network} ${since?.toISOString()}`,
        subject: `The ${network} chain cannot be read`,
        body: `The source of ${network} has failed since ${since?.toISOString()}: ${error ?? 'no reason is known'}\n\nPayments are found once it can be read again. Until then none expires.`,
        link: { text: 'Open Health', path: '/dashboard/health' },
      })),
  );
  await notifyMembers(db, notifications, now);
}
