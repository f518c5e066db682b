import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { LOCK_NAMES, tryLock } from '@/db/locks';
import { Problem } from '@/lib/domain/problems';

/**
 * Exports run concurrently up to this number, so slow readers leave most of a process's connections
 * to others.
 */
const MAX_EXPORTS = 4;

/** Limits for a slow reader, because an export holds a connection and a snapshot until it ends. */
export interface ExportDownloadLimits {
  readonly partMs: number;
  /**
   * The limit for the whole export: enough for a quarter of a million payments over a slow
   * connection.
   */
  readonly wholeMs: number;
}

const READER_LIMITS: ExportDownloadLimits = { partMs: 30_000, wholeMs: 600_000 };
/**
 * Time after which PostgreSQL ends the transaction of a frozen process. A running process ends a
 * slow export earlier, by its own shorter limits, and keeps the connection.
 */
const FROZEN_MS = 2 * READER_LIMITS.partMs;

/** Reads an export in its transaction. `inTime` waits until the reader has received a part. */
export type ExportWork = (tx: Db, inTime: (taken: Promise<void>) => Promise<void>) => Promise<void>;

interface Exporter {
  readonly merchantId: string;
}

/**
 * Runs an export on one snapshot. A merchant may run one export at a time, and all merchants
 * together a few, because each needs a connection. The export ends if its reader is too slow.
 *
 * @throws Problem `rate_limited` while another export of this merchant runs; `server_busy` while
 *   {@link MAX_EXPORTS} run
 */
export async function runExport(
  db: Db,
  exporter: Exporter,
  work: ExportWork,
  limits = READER_LIMITS,
): Promise<void> {
  const reader = limitReader(limits);
  const inSnapshot = async (tx: Db) => {
    await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = ${FROZEN_MS}`));
    await lockExport(tx, exporter);
    await work(tx, reader.inTime);
  };
  try {
    await db.transaction(inSnapshot, {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
  } finally {
    reader.done();
  }
}

/** The text of this many rows is below 1 MiB. */
const ROWS_PER_READ = 1_000;

/** Reads any number of rows in parts, in the transaction of an export. */
export async function readRows<Row extends Record<string, unknown>>(
  tx: Db,
  query: SQL,
  take: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  await tx.execute(sql`declare rows_to_export no scroll cursor for ${query}`);
  let read = ROWS_PER_READ;
  while (read === ROWS_PER_READ) {
    const rows = await tx.execute<Row>(
      sql.raw(`fetch forward ${ROWS_PER_READ} from rows_to_export`),
    );
    read = rows.length;
    await take(rows as readonly Record<string, unknown>[] as readonly Row[]);
  }
}

/**
 * Limits the time of a reader. PostgreSQL's limit would end the connection, after which the client
 * replaces all of its other connections too (db/create-reconnecting-client.ts).
 */
function limitReader({ partMs, wholeMs }: ExportDownloadLimits) {
  let end: (reason: Error) => void = () => {};
  const tooSlow = new Promise<never>((_, reject) => {
    end = reject;
  });
  tooSlow.catch(() => {});
  const endAfter = (ms: number) =>
    setTimeout(() => end(new Error(`The reader of this export took more than ${ms} ms.`)), ms);
  const whole = endAfter(wholeMs);
  return {
    inTime: async (taken: Promise<void>) => {
      const part = endAfter(partMs);
      await Promise.race([taken, tooSlow]).finally(() => clearTimeout(part));
    },
    done: () => clearTimeout(whole),
  };
}

async function lockExport(tx: Db, { merchantId }: Exporter): Promise<void> {
  const retry = { retryAfterSeconds: 10 };
  if (!(await tryLock(tx, LOCK_NAMES.export(merchantId)))) {
    throw new Problem(
      'rate_limited',
      'Another export of this merchant is running. Retry when it is done.',
      retry,
    );
  }
  for (let slot = 1; slot <= MAX_EXPORTS; slot += 1) {
    if (await tryLock(tx, LOCK_NAMES.exportSlot(slot))) return;
  }
  throw new Problem('server_busy', 'Too many exports are running. Retry in a moment.', retry);
}
