import { pruneIdempotency } from '@/lib/http/idempotency';
import { expirePayments } from '@/lib/payments/expire-payments';
import { pruneViews } from '@/lib/payments/payment-views';
import type { Runtime } from '@/lib/runtime';
import { dispatchDue } from '@/lib/webhooks/dispatch-due';
import { nextDueAt } from '@/lib/webhooks/next-due';
import { Nudge } from '@/lib/webhooks/nudge';
import { pruneDeliveries } from '@/lib/webhooks/prune-deliveries';
import { deliveryDeps } from './delivery-deps';
import { followNetwork } from './follow-network';
import { type Loop, startLoop } from './loop';

const POLL_MS = 2_000;
const EXPIRE_EVERY_MS = 1_000;
const DISPATCH_AT_LEAST_EVERY_MS = 5_000;
const PRUNE_EVERY_MS = 3_600_000;

export interface JobRunner {
  /** Stops starting work and resolves when what runs has ended. */
  stop(): Promise<void>;
}

/**
 * Runs the jobs inside this process. Any number of processes may do so on one database: its locks
 * keep them apart, and whatever one leaves behind the others pick up.
 */
export async function startJobs(runtime: Runtime): Promise<JobRunner> {
  const { log, database } = runtime;
  const chains = [...runtime.sources.keys()].map((network) => {
    const loop = startLoop(`sync ${network}`, log, async () => {
      await followNetwork(runtime, network);
      return POLL_MS;
    });
    return { network, loop };
  });
  const nudge = new Nudge();
  const dispatch = startLoop('dispatch', log, (signal) => dispatchOnce(runtime, nudge, signal));
  const expire = startLoop('expire', log, async () => {
    const expired = await expirePayments(database.db, runtime.clock());
    if (expired > 0) log.info({ expired }, 'payments expired');
    return EXPIRE_EVERY_MS;
  });
  const prune = startLoop('prune', log, async () => {
    await pruneIdempotency(database.db, runtime.clock());
    await pruneDeliveries(database.db, runtime.clock());
    await pruneViews(database.db, runtime.clock());
    return PRUNE_EVERY_MS;
  });
  const listeners = await Promise.all([
    database.listen('webhook_due', () => {
      nudge.call();
      dispatch.wake();
    }),
    database.listen('chain_moved', () => {
      for (const { loop } of chains) loop.wake();
    }),
  ]);
  const loops: Loop[] = [...chains.map(({ loop }) => loop), dispatch, expire, prune];
  return {
    async stop() {
      await Promise.allSettled(listeners.map((listener) => listener.unlisten()));
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

async function dispatchOnce(runtime: Runtime, nudge: Nudge, signal: AbortSignal): Promise<number> {
  await dispatchDue({ ...deliveryDeps(runtime), nudge }, runtime.clock, signal);
  const next = await nextDueAt(runtime.db, runtime.clock());
  const wait = next ? next.getTime() - runtime.clock().getTime() : DISPATCH_AT_LEAST_EVERY_MS;
  return Math.min(Math.max(wait, 0), DISPATCH_AT_LEAST_EVERY_MS);
}
