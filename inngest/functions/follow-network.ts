import type { Inngest } from 'inngest';
import type { Network } from '@/lib/domain/network';
import { followNetwork } from '@/lib/jobs/follow-network';
import type { Runtime } from '@/lib/runtime';
import { guard } from '../guard';

const PAUSE_MS = 5_000;
/** A run ends before the next one begins, a minute after it. */
const RUN_MS = 56_000;

/**
 * Follows one network's chain. A schedule goes down to a minute only, so each run reads every few
 * seconds until the next one takes over. Runs that overlap find the chain's lock taken.
 */
export function followNetworkFunction(inngest: Inngest, own: Runtime, network: Network) {
  const job = `follow-${network}`;
  return inngest.createFunction(
    { id: job, triggers: [{ cron: '* * * * *' }], concurrency: 1, retries: 3 },
    async ({ step }) => {
      let endsAt: number | undefined;
      for (;;) {
        const read = await step.run('read-chain', () =>
          guard(own.log, job, async () => {
            const begunAt = own.clock().getTime();
            await followNetwork(own, network);
            return { begunAt, endedAt: own.clock().getTime() };
          }),
        );
        endsAt ??= read.begunAt + RUN_MS;
        if (read.endedAt + PAUSE_MS > endsAt) return;
        await step.sleep('pause', PAUSE_MS);
      }
    },
  );
}
