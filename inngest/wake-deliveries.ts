import type { Inngest } from 'inngest';
import { LRUCache } from 'lru-cache';
import type { JobContext } from '@/lib/jobs/jobs';
import { startLoop } from '@/lib/jobs/loop';
import { DUE_CHANNEL } from '@/lib/webhooks/create-event';
import { type DueDelivery, listDue, turnToWake } from '@/lib/webhooks/due';
import { deliveryDue } from './events';

const AT_ONCE = 1_000;
/** About 60 KB: within the request limit of every plan. */
const PER_REQUEST = 250;
const REMEMBERED = 10_000;
const LOOK_AT_LEAST_EVERY_MS = 60_000;

/**
 * Tells Inngest of deliveries that become due, after the transaction and without delaying it. Best
 * effort: the sweep finds the rest.
 */
export async function wakeDeliveries(own: JobContext, inngest: Inngest) {
  const told = new LRUCache<string, true>({ max: REMEMBERED });
  const loop = startLoop('wake deliveries', own.log, async () => {
    await wakeDue(own, inngest, told);
    return { ms: LOOK_AT_LEAST_EVERY_MS };
  });
  const listener = await own.database.listen(DUE_CHANNEL, () => loop.wake());
  return {
    async stop() {
      listener.unlisten();
      await loop.stop();
    },
  };
}

/** All processes are notified of due deliveries, and one of them tells Inngest. */
async function wakeDue(own: JobContext, inngest: Inngest, told: LRUCache<string, true>) {
  const turn = await turnToWake(own.database);
  if (!turn) return;
  try {
    const due = await listDue(own.db, own.clock(), AT_ONCE);
    const fresh = due.map(wakeEvent).filter(({ id }) => !told.has(id));
    for (let from = 0; from < fresh.length; from += PER_REQUEST) {
      const events = fresh.slice(from, from + PER_REQUEST);
      await inngest.send(events);
      for (const { id } of events) told.set(id, true);
    }
  } finally {
    await turn.release();
  }
}

/** By its id Inngest drops repeated events: one run per delivery and due time. */
function wakeEvent({ id, merchantId, host, dueAt }: DueDelivery) {
  const eventId = `${id}/${dueAt.getTime()}`;
  const data = { deliveryId: id, merchantId, host, dueAt: dueAt.toISOString() };
  return { ...deliveryDue.create(data, { id: eventId }), id: eventId };
}
