import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { Database, Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { type FollowResult, followChain } from '@/lib/chain/follow/follow-chain';
import type { Ledger } from '@/lib/chain/follow/ledger';
import { type FollowState, readFollowState } from '@/lib/chain/follow/record-read';
import { type ChainSource, MAX_SOURCE_PAUSE_MS, SourceError } from '@/lib/chain/source';
import type { SourceFault } from '@/lib/domain/chain-condition';
import { isStillWaiting } from '@/lib/domain/clock-skew';
import type { Network } from '@/lib/domain/network';
import { createLedger } from './ledger';

export type SyncResult =
  | FollowResult
  /** Reads are paused, after a failure or a recent read. */
  | { readonly kind: 'backing_off'; readonly until: Date }
  | { readonly kind: 'failed'; readonly fault: SourceFault; readonly message: string };

const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 60_000;
const PAUSE_MS = 50;
const MAX_PAUSES = 100;

/**
 * Follows a network's chain to its source's tip. A failure is recorded for /api/health and pauses
 * the reads of all processes. The first pause is 2 seconds, or as long as the source requested. It
 * doubles with each failure, up to a minute or to 15 times the requested pause.
 */
export async function syncChain(
  database: Database,
  network: Network,
  source: ChainSource,
  clock: () => Date,
  ledger: Ledger = createLedger(database.db),
): Promise<SyncResult> {
  const { db } = database;
  const state = await readFollowState(db, network);
  const until = state && waitingUntil(state, source, clock());
  if (until) return { kind: 'backing_off', until };
  try {
    return await followChain({ network, database, source, ledger, clock }, state?.cursor);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    await recordFailure(db, network, error, clock());
    return { kind: 'failed', fault: error.fault, message: error.message };
  }
}

/**
 * Reads a chain after a simulation, so that its effects are visible. Waits up to 5 seconds for a
 * running read, which may have begun before the simulation.
 */
export async function syncAfterSimulation(sync: () => Promise<SyncResult>): Promise<void> {
  for (let pauses = 0; pauses < MAX_PAUSES; pauses += 1) {
    const result = await sync();
    const unfinished = result.kind === 'read' && !result.complete;
    if (result.kind !== 'busy' && !unfinished) return;
    await sleep(PAUSE_MS);
  }
}

interface LastRead {
  /** The end of the last read without a fault, complete or not; null before the first read. */
  readonly endedAt: Date | null;
  /** The end of the pause after a fault, or at the source's request. */
  readonly nextAt: Date | null;
}

export async function findLastChainRead(db: Db, network: Network): Promise<LastRead> {
  const [row] = await db
    .select({ endedAt: chain.answeredAt, nextAt: chain.nextReadAt })
    .from(chain)
    .where(eq(chain.network, network));
  return row ?? { endedAt: null, nextAt: null };
}

function waitingUntil(
  { nextReadAt, failing }: FollowState,
  { readEveryMs = 0 }: ChainSource,
  now: Date,
): Date | null {
  if (!nextReadAt) return null;
  // Only sources with a rate limit (`readEveryMs`) request pauses.
  const longestMs = !failing ? readEveryMs : readEveryMs === 0 ? MAX_WAIT_MS : MAX_SOURCE_PAUSE_MS;
  return isStillWaiting(nextReadAt, longestMs, now) ? nextReadAt : null;
}

async function recordFailure(
  db: Db,
  network: Network,
  error: SourceError,
  now: Date,
): Promise<void> {
  const lastError = `${error.fault}: ${error.message}`;
  const { first, longest } = waits(error);
  const firstRetry = new Date(now.getTime() + first);
  await db
    .insert(chain)
    .values({ network, failures: 1, failingSince: now, lastError, nextReadAt: firstRetry })
    .onConflictDoUpdate({
      target: chain.network,
      set: {
        lastError,
        failures: sql`${chain.failures} + 1`,
        failingSince: sql`coalesce(${chain.failingSince}, ${now.toISOString()})`,
        nextReadAt: sql`${now.toISOString()}::timestamptz + interval '1 millisecond'
          * least(${first} * power(2, least(${chain.failures}, 10)), ${longest})`,
      },
    });
}

function waits({ retryAfterMs }: SourceError): { first: number; longest: number } {
  const first = retryAfterMs ?? FIRST_WAIT_MS;
  const longest = Math.min(Math.max(MAX_WAIT_MS, first * 15), MAX_SOURCE_PAUSE_MS);
  return { first: Math.max(first, FIRST_WAIT_MS), longest };
}
