import type { JobContext } from '@/lib/server/jobs/jobs';
import { complaintsAbout, createClient } from './client';
import { wakeChains } from './wake-chains';
import { wakeDeliveries } from './wake-deliveries';

/** Tells Inngest of what cannot wait for its schedules, until stopped. */
export async function startWaking(own: JobContext, inngest = createClient(own)) {
  for (const complaint of complaintsAbout(inngest)) own.log.warn(complaint);
  const maySend = inngest.mode !== 'cloud' || Boolean(inngest.eventKey);
  const waking = maySend
    ? await Promise.all([wakeDeliveries(own, inngest), wakeChains(own, inngest)])
    : [];
  return {
    async stop() {
      await Promise.all(waking.map((one) => one.stop()));
    },
  };
}
