import type { Inngest } from 'inngest';
import type { JobContext } from '@/lib/server/jobs/jobs';
import { startLoop } from '@/lib/server/jobs/loop';
import { findNextAttemptTime, tryLockDeliveryWakeUp } from '@/lib/webhooks/delivery/due';
import { DUE_CHANNEL } from '@/lib/webhooks/events/create-event';
import { configurationProblems, createClient } from './client';
import { deliveriesDue } from './events';
import { requestChainReads } from './request-chain-reads';

export async function startInngestSignals(own: JobContext, inngest = createClient(own)) {
  for (const complaint of configurationProblems(inngest)) own.log.warn(complaint);
  const maySend = inngest.mode !== 'cloud' || Boolean(inngest.eventKey);
  const waking = maySend
    ? await Promise.all([wakeDeliveries(own, inngest), requestChainReads(own, inngest)])
    : [];
  return {
    async stop() {
      await Promise.all(waking.map((one) => one.stop()));
    },
  };
}

const CHECK_EVERY_MS = 60_000;
/** Pause before a due delivery is checked again. By then, it may have been sent or rescheduled. */
const RECHECK_MS = 1_000;
/** If a delivery is still due after this time, another run is started. */
const RESEND_MS = 10_000;
/** Deliveries that become due within this time share a run. */
const SHARE_WITHIN_MS = 200;

/**
 * Starts a run at Inngest when deliveries become due: new deliveries after their transaction, and
 * retries at their time. A scheduled run finds deliveries whose notification was lost. All
 * processes are notified, but only one sends the event.
 */
async function wakeDeliveries({ db, database, clock, log }: JobContext, inngest: Inngest) {
  let sent = { for: Number.NaN, at: Number.NEGATIVE_INFINITY };
  const loop = startLoop('wake deliveries', log, async (_signal, woken) => {
    const dueAt = (await findNextAttemptTime(db, clock()))?.getTime() ?? Number.POSITIVE_INFINITY;
    const now = clock().getTime();
    if (dueAt > now) return { ms: Math.min(dueAt - now, CHECK_EVERY_MS) };
    if (!woken && dueAt === sent.for && now - sent.at < RESEND_MS) return { ms: RECHECK_MS };
    const lock = await tryLockDeliveryWakeUp(database);
    if (!lock) return { ms: RECHECK_MS };
    try {
      await inngest.send(deliveriesDue.create({}));
    } finally {
      await lock.release();
    }
    sent = { for: dueAt, at: now };
    return { ms: RECHECK_MS, minMs: SHARE_WITHIN_MS };
  });
  const listener = await database.listen(DUE_CHANNEL, () => loop.wake());
  return {
    async stop() {
      listener.unlisten();
      await loop.stop();
    },
  };
}
