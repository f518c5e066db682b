import { asc, eq, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '@/db/client';
import { alteredRow, apiKey } from '@/db/schema/accounts';
import type { Logger } from '@/lib/log';
import type { AlteredRow } from './seal';

/** Minimum time between two reports of a row, because a page may read the row every second. */
const REPORTED_FOR_MS = 60_000;

interface ReportDeps {
  readonly db: Db;
  readonly clock: () => Date;
  readonly log: Logger;
}

/**
 * Returns a function that reports an altered row: to the log, and to the database for the Health
 * page and notifications. The report is written outside of the caller's transaction, which may be
 * rolled back.
 */
export function createAlteredRowReporter({
  db,
  clock,
  log,
}: ReportDeps): (row: AlteredRow) => void {
  const reported = new LRUCache<string, true>({ max: 10_000, ttl: REPORTED_FOR_MS });
  return (row) => {
    const name = `${row.kind} ${row.id}`;
    if (reported.has(name)) return;
    reported.set(name, true);
    log.error({ kind: row.kind, id: row.id }, 'a row does not match its seal');
    recordAlteredRow(db, row, clock()).catch((error) => {
      log.error({ err: error }, 'an altered row could not be recorded');
    });
  };
}

/** Records a row whose seal does not match, unless it is already recorded. */
export async function recordAlteredRow(db: Db, { kind, id, owner }: AlteredRow, now: Date) {
  const merchantId =
    'merchantId' in owner
      ? owner.merchantId
      : sql`(select ${apiKey.merchantId} from ${apiKey} where ${eq(apiKey.id, owner.apiKeyId)})`;
  await db
    .insert(alteredRow)
    .values({ kind, rowId: id, merchantId, foundAt: now })
    .onConflictDoNothing();
}

const MAX_NAMED = 20;

export interface AlteredRows {
  readonly count: number;
  readonly own: readonly { readonly kind: string; readonly id: string }[];
}

export async function listAlteredRows(db: Db, merchantId: string): Promise<AlteredRows> {
  const count = await countAlteredRows(db);
  if (count === 0) return { count, own: [] };
  const own = await db
    .select({ kind: alteredRow.kind, id: alteredRow.rowId })
    .from(alteredRow)
    .where(eq(alteredRow.merchantId, merchantId))
    .orderBy(asc(alteredRow.foundAt), asc(alteredRow.rowId))
    .limit(MAX_NAMED);
  return { count, own };
}

/** Returns the number of recorded rows whose seal does not match. */
export function countAlteredRows(db: Db): Promise<number> {
  return db.$count(alteredRow);
}
