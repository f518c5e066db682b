import type { Database, Db } from '@/db/client';
import { CHAIN_MOVED_CHANNEL, type ChainSource } from '@/lib/chain/source';
import type { Network } from '@/lib/domain/network';
import { pruneIdempotency } from '@/lib/http/idempotency';
import type { Vault } from '@/lib/keys/vault';
import type { Logger } from '@/lib/log';
import { expirePayments } from '@/lib/payments/expire-payments';
import { pruneViews } from '@/lib/payments/payment-views';
import { type SyncResult, syncChain } from '@/lib/payments/sync-chain';
import { type Facts, span } from '@/lib/tracing/span';
import type { AttemptDeps } from '@/lib/webhooks/attempt-delivery';
import { DUE_CHANNEL } from '@/lib/webhooks/create-event';
import { dispatchDue } from '@/lib/webhooks/dispatch';
import { nextDueAt } from '@/lib/webhooks/due';
import { Nudge } from '@/lib/webhooks/nudge';
import { pruneDeliveries } from '@/lib/webhooks/prune-deliveries';
import { type TargetSettings, targetPolicy } from '@/lib/webhooks/target-policy';

/** The dependencies of the jobs. */
export interface JobContext {
  readonly log: Logger;
  readonly clock: () => Date;
  readonly database: Database;
  readonly db: Db;
  readonly vault: Vault;
  readonly sources: ReadonlyMap<Network, ChainSource>;
  readonly env: TargetSettings;
  readonly metrics: { readonly webhookAttempt: NonNullable<AttemptDeps['observe']> };
}

/**
 * Repeated work. Any number of processes may run it at once: database locks coordinate them.
 */
export interface Job {
  /** Its name in the log and at Inngest. */
  readonly name: string;
  /** The work, in order; each is a step at Inngest. After `signal` nothing new is begun. */
  readonly steps: Readonly<Record<string, (signal: AbortSignal) => Promise<unknown>>>;
  /** In process: the pause before the next run, in ms. */
  readonly pauseMs: number | (() => Promise<number>);
  /** In process: the channel whose notifications end the pause. */
  readonly wokenBy?: string;
  /** In process: called on a notification, also during a run. */
  readonly onWake?: () => void;
  /** At Inngest: the schedule of runs. */
  readonly cron: string;
  /** At Inngest: the pause between repetitions within a run, in ms; absent: no repetition. */
  readonly repeatEveryMs?: number;
}

const EVERY_MINUTE = '* * * * *';
const DISPATCH_AT_LEAST_EVERY_MS = 5_000;

/** Every job, run by this process or by Inngest. */
export function jobsOf(own: JobContext): readonly Job[] {
  const { db, clock, log } = own;
  const nudge = new Nudge();
  return [
    ...[...own.sources].map(([network, source]) => ({
      name: `follow-${network}`,
      steps: { 'read-chain': () => followNetwork(own, network, source) },
      pauseMs: 2_000,
      wokenBy: CHAIN_MOVED_CHANNEL,
      cron: EVERY_MINUTE,
      repeatEveryMs: 5_000,
    })),
    {
      // The state of deliveries is in the database, so this job alone delivers everything.
      name: 'sweep-deliveries',
      steps: {
        'dispatch-due': (signal) => dispatchDue({ ...deliveryDeps(own), nudge }, clock, signal),
      },
      pauseMs: async () => {
        const next = await nextDueAt(db, clock());
        const wait = next ? next.getTime() - clock().getTime() : DISPATCH_AT_LEAST_EVERY_MS;
        return Math.min(Math.max(wait, 0), DISPATCH_AT_LEAST_EVERY_MS);
      },
      wokenBy: DUE_CHANNEL,
      onWake: () => nudge.call(),
      cron: EVERY_MINUTE,
    },
    {
      name: 'expire-payments',
      steps: {
        expire: async () => {
          const expired = await expirePayments(db, clock());
          if (expired > 0) log.info({ expired }, 'payments expired');
          return expired;
        },
      },
      pauseMs: 1_000,
      cron: EVERY_MINUTE,
    },
    {
      name: 'prune',
      steps: {
        'prune-idempotency': () => pruneIdempotency(db, clock()),
        'prune-deliveries': () => pruneDeliveries(db, clock()),
        'prune-views': () => pruneViews(db, clock()),
      },
      pauseMs: 3_600_000,
      cron: '17 3 * * *',
    },
  ];
}

/** The dependencies of webhook attempts. */
export function deliveryDeps({ db, vault, log, env, metrics }: JobContext): AttemptDeps {
  return { db, vault, log, policy: targetPolicy(env), observe: metrics.webhookAttempt };
}

/** Reads one network's chain and logs the result. */
async function followNetwork(
  { database, clock, log }: JobContext,
  network: Network,
  source: ChainSource,
): Promise<void> {
  const result = await span('chain sync', { 'chain.network': network }, async (note) => {
    const read = await syncChain(database, network, source, clock);
    note(factsOf(read));
    return read;
  });
  if (result.kind === 'failed') {
    const { fault, message } = result.error;
    log.warn({ network, fault, reason: message }, 'chain source failed');
  } else if (result.kind === 'read' && (result.connected > 0 || result.disconnected > 0)) {
    const { connected, disconnected, tipHeight } = result;
    log.info({ network, connected, disconnected, tipHeight }, 'chain tip changed');
  }
}

function factsOf(result: SyncResult): Facts {
  return {
    'chain.result': result.kind,
    ...(result.kind === 'failed' ? { 'chain.fault': result.error.fault } : {}),
    ...(result.kind === 'read'
      ? {
          'chain.height': result.tipHeight,
          'chain.connected': result.connected,
          'chain.disconnected': result.disconnected,
        }
      : {}),
  };
}
