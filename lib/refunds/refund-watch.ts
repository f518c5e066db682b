import type { Database } from '@/db/client';
import type { Logger } from '@/lib/log';
import { PAYMENT_CHANGED_CHANNEL } from '@/lib/payments/payment-changes';
import { PageWatch } from '@/lib/payments/public-watch';
import { findPublicRefunds, type PublicRefund } from './public-refund';

export type { PageWatchRefusal } from '@/lib/payments/public-watch';
export { EVENT_STREAM_HEADERS, eventStream } from '@/lib/server/changes/event-stream';

interface Parts {
  readonly database: Database;
  readonly log: Logger;
  readonly metrics: { openStreams(of: 'refund_page', open: number): void };
}

/**
 * Returns this process's watch, which sends changes to the refund pages that customers have open.
 */
export function openRefundWatch({ database, log, metrics }: Parts): PageWatch<PublicRefund> {
  const watch = new PageWatch<PublicRefund>({
    read: (ids) => findPublicRefunds(database.db, ids),
    idOf: ({ id }) => id,
    listen: (onNotify) => database.listen(PAYMENT_CHANGED_CHANNEL, onNotify),
    onCount: (open) => metrics.openStreams('refund_page', open),
    onError: (error) => log.error({ err: error }, 'refund pages get no notifications'),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => watch.close());
  return watch;
}
