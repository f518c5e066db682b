import type { Inngest } from 'inngest';
import type { Network } from '@/lib/domain/network';
import { needsFrequentChainReads } from '@/lib/payments/needs-frequent-chain-reads';
import { findLastChainRead } from '@/lib/payments/sync-chain';
import { createJobs, type JobContext } from '@/lib/server/jobs/jobs';
import { startLoop } from '@/lib/server/jobs/loop';
import { listenForWakes } from '@/lib/server/jobs/wakes';
import { chainMoved } from './events';

/** While someone waits for a payment, its chain is read at least this often. */
export const MAX_CHAIN_READ_GAP_MS = 5_000;
/** Pushes within this time cause only one event. */
const MIN_MS = 200;
/** Interval at which the schedule runs a job. */
const SCHEDULED_EVERY_MS = 60_000;

/**
 * Makes Inngest read a chain when its source pushes news to this process. The schedule reads each
 * chain every minute in any case.
 */
export async function requestChainReads(own: JobContext, inngest: Inngest) {
  const followers = createJobs(own).flatMap((job) => {
    const { name, network } = job;
    if (!network) return [];
    let askedAt: Date | undefined;
    const loop = startLoop(`wake ${name}`, own.log, async (_signal, woken) => {
      if (woken || (await isOverdue(own, network, askedAt))) {
        askedAt = own.clock();
        await inngest.send(chainMoved.create({ network }));
      }
      return { ms: MAX_CHAIN_READ_GAP_MS, minMs: MIN_MS };
    });
    return [{ job, loop, wake: loop.wake }];
  });
  const wakes = await listenForWakes(own, followers);
  return {
    async stop() {
      wakes.close();
      await Promise.all(followers.map(({ loop }) => loop.stop()));
    },
  };
}

/**
 * Whether a read is needed although nothing was pushed: not every source pushes transactions, and
 * pushes can be lost.
 *
 * @param askedAt when this process last requested a read, which may still be queued
 */
async function isOverdue(
  { db, clock }: JobContext,
  network: Network,
  askedAt: Date | undefined,
): Promise<boolean> {
  const { endedAt, nextAt } = await findLastChainRead(db, network);
  const now = clock();
  const since = (moment: Date | null | undefined) =>
    moment ? now.getTime() - moment.getTime() : Number.POSITIVE_INFINITY;
  // Another process requested a read that ended this recently, so no further read is needed.
  if (since(endedAt) < MAX_CHAIN_READ_GAP_MS / 2 || since(nextAt) < 0) return false;
  const isUnderWay = since(askedAt) < since(endedAt);
  if (isUnderWay && since(askedAt) < SCHEDULED_EVERY_MS) return false;
  return needsFrequentChainReads(db, network, now);
}
