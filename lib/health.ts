import { gt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { type ConnectionUse, connectionUse } from '@/db/connection-use';
import { chain, chainReorg } from '@/db/schema/chain';
import { blocksBehind } from '@/lib/domain/chain-condition';
import type { Network } from '@/lib/domain/network';
import { REORG_ALERT_WINDOW_MS } from '@/lib/domain/reorg-depth';
import { countAlteredRows } from '@/lib/keys/altered-rows';
import { mailState } from '@/lib/mail/mail-state';
import { VERSION } from '@/lib/version';
import { outboxLag } from '@/lib/webhooks/delivery/outbox-lag';
import { countFailingEndpoints } from '@/lib/webhooks/endpoints/failing-endpoints';

export interface ChainHealth {
  readonly network: Network;
  /** Height of the last block whose effects are in the database. */
  readonly height: number | null;
  readonly tip_height: number | null;
  readonly tip_age_seconds: number | null;
  readonly lag_blocks: number | null;
  /** Seconds since the chain and the mempool were last read in full. */
  readonly read_age_seconds: number | null;
  /** Number of blocks that the deepest reorg of the last 24 hours replaced; 0 without one. */
  readonly reorg_depth: number;
  readonly failing_since: string | null;
  readonly last_error: string | null;
}

export interface Health {
  readonly status: 'ok' | 'degraded';
  readonly version: string;
  readonly chains: readonly ChainHealth[];
  readonly outbox: {
    readonly due: number;
    readonly lag_seconds: number;
    /** Number of webhook endpoints, of all merchants, whose last attempts have failed. */
    readonly failing_endpoints: number;
  };
  readonly database: ConnectionUse;
  /** Number of rows that do not match their seal, because somebody edited the database. */
  readonly altered_rows: number;
  /** The pending mails of all merchants; null while mail is off. */
  readonly mail: { readonly waiting: number; readonly lag_seconds: number } | null;
}

const LIMIT_MS = 3_000;
/** Requests within this time share a response, because anyone may send any number of them. */
const FRESH_MS = 1_000;

const looks = new WeakMap<Db, Promise<Health>>();

/**
 * Like {@link readHealth}, but with a time limit. The result may be a second old, because
 * concurrent callers share one read. Rejects also if the database takes too long.
 */
export function readHealthInTime(db: Db, networks: readonly Network[], now: Date): Promise<Health> {
  const known = looks.get(db);
  if (known) return known;
  const look = Promise.race([readHealth(db, networks, now), tooLate()]);
  looks.set(db, look);
  const forget = () => looks.delete(db);
  look.then(() => setTimeout(forget, FRESH_MS).unref(), forget);
  return look;
}

function tooLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the database did not respond in time')), LIMIT_MS).unref();
  });
}

/**
 * Reads the service's health. It is `degraded` if a chain cannot be read or a row was altered.
 * Rejects if there is no database.
 */
export async function readHealth(db: Db, networks: readonly Network[], now: Date): Promise<Health> {
  const rows = await db.select().from(chain);
  const depths = await reorgDepths(db, now);
  const outbox = await outboxLag(db, now);
  const failing = await countFailingEndpoints(db);
  const mail = await mailState(db, now);
  const altered = await countAlteredRows(db);
  const database = await connectionUse(db);
  const chains = networks.map((network) =>
    chainHealth(
      network,
      rows.find((row) => row.network === network),
      depths.get(network) ?? 0,
      now,
    ),
  );
  return {
    status: altered > 0 || chains.some((state) => state.failing_since !== null) ? 'degraded' : 'ok',
    version: VERSION,
    chains,
    outbox: { due: outbox.due, lag_seconds: outbox.lagSeconds, failing_endpoints: failing },
    database,
    altered_rows: altered,
    mail: mail && { waiting: mail.waiting, lag_seconds: mail.lagSeconds },
  };
}

async function reorgDepths(db: Db, now: Date): Promise<ReadonlyMap<Network, number>> {
  const depth = sql<number>`max(${chainReorg.fromHeight} - ${chainReorg.forkHeight})`;
  const rows = await db
    .select({ network: chainReorg.network, depth })
    .from(chainReorg)
    .where(gt(chainReorg.at, new Date(now.getTime() - REORG_ALERT_WINDOW_MS)))
    .groupBy(chainReorg.network);
  return new Map(rows.map((row) => [row.network, row.depth]));
}

function chainHealth(
  network: Network,
  row: typeof chain.$inferSelect | undefined,
  reorgDepth: number,
  now: Date,
): ChainHealth {
  return {
    network,
    height: row?.height ?? null,
    tip_height: row?.tipHeight ?? null,
    tip_age_seconds: secondsSince(row?.blockTime ?? null, now),
    lag_blocks: blocksBehind(row?.height ?? null, row?.tipHeight ?? null),
    read_age_seconds: secondsSince(row?.readAt ?? null, now),
    reorg_depth: reorgDepth,
    failing_since: row?.failingSince?.toISOString() ?? null,
    last_error: row?.lastError ?? null,
  };
}

function secondsSince(moment: Date | null, now: Date): number | null {
  if (!moment) return null;
  return Math.max(0, Math.round((now.getTime() - moment.getTime()) / 1_000));
}

export async function databaseResponds(db: Db): Promise<boolean> {
  try {
    await Promise.race([db.execute(sql`select 1`), tooLate()]);
    return true;
  } catch {
    return false;
  }
}
