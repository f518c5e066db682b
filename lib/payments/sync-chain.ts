import { eq, sql } from 'drizzle-orm';
import type { Database, Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { type FollowResult, follow } from '@/lib/chain/follow';
import { type ChainSource, SourceError } from '@/lib/chain/source';
import type { Network } from '@/lib/domain/network';
import { createLedger } from './ledger';
import { notifyTipMoved } from './notify-moved';

export type SyncResult =
  | FollowResult
  /** The source failed before and is left alone until `until`. */
  | { readonly kind: 'backing_off'; readonly until: Date }
  | { readonly kind: 'failed'; readonly error: SourceError };

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Follows a network's chain to where its source is now. A failing source is written down for
 * /api/health and asked again after a wait that doubles up to a minute.
 */
export async function syncChain(
  database: Database,
  network: Network,
  source: ChainSource,
  clock: () => Date,
): Promise<SyncResult> {
  const { db } = database;
  const until = await waitingUntil(db, network);
  if (until && until > clock()) return { kind: 'backing_off', until };
  try {
    const ledger = createLedger(db);
    const result = await follow({ network, database, source, ledger, clock });
    if (result.kind === 'read') {
      await recordAnswer(db, network, result.tipHeight);
      if (result.connected + result.disconnected > 0) await notifyTipMoved(db, network);
    }
    return result;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    await recordFailure(db, network, error, clock());
    return { kind: 'failed', error };
  }
}

async function waitingUntil(db: Db, network: Network): Promise<Date | null | undefined> {
  const [row] = await db
    .select({ nextReadAt: chain.nextReadAt })
    .from(chain)
    .where(eq(chain.network, network));
  return row?.nextReadAt;
}

async function recordAnswer(db: Db, network: Network, tipHeight: number): Promise<void> {
  await db
    .update(chain)
    .set({ tipHeight, failures: 0, failingSince: null, nextReadAt: null, lastError: null })
    .where(
      sql`${chain.network} = ${network} and (${chain.tipHeight} is distinct from ${tipHeight} or ${chain.failures} > 0)`,
    );
}

async function recordFailure(
  db: Db,
  network: Network,
  error: SourceError,
  now: Date,
): Promise<void> {
  const lastError = `${error.fault}: ${error.message}`;
  const first = new Date(now.getTime() + FIRST_WAIT_MS);
  await db
    .insert(chain)
    .values({ network, failures: 1, failingSince: now, lastError, nextReadAt: first })
    .onConflictDoUpdate({
      target: chain.network,
      set: {
        lastError,
        failures: sql`${chain.failures} + 1`,
        failingSince: sql`coalesce(${chain.failingSince}, ${now.toISOString()})`,
        nextReadAt: sql`${now.toISOString()}::timestamptz + interval '1 millisecond'
          * least(${FIRST_WAIT_MS} * power(2, least(${chain.failures}, 10)), ${LONGEST_WAIT_MS})`,
      },
    });
}
