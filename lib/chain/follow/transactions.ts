import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { prepareStatement } from '@/db/prepare-statement';
import { transaction } from '@/db/schema/chain';
import type { Network } from '@/lib/domain/network';

export interface FoundTransaction {
  readonly txid: string;
  /** As `txid:vout`. */
  readonly spends: readonly string[];
}

export interface RecordedUnconfirmed extends FoundTransaction {
  readonly gone: boolean;
  readonly missingSince: Date | null;
}

const COMEBACK_DAYS = 14;

/**
 * Records transactions seen in a block (at `height`) or in the mempool (null). A replaced
 * transaction that is seen in the mempool stays replaced, because this read may have begun before
 * the replacement. It counts again if a later read still lists it.
 */
export async function recordTransactions(
  tx: Db,
  network: Network,
  found: readonly FoundTransaction[],
  height: number | null,
  now: Date,
): Promise<void> {
  if (found.length === 0) return;
  await upsertTransactions(tx, {
    network,
    rows: JSON.stringify(found.map(({ txid, spends }) => ({ txid, spends }))),
    height,
    now: now.toISOString(),
    horizon: comebackHorizon(now).toISOString(),
  });
}

const blockHeight = sql`${sql.placeholder('height')}::int`;

const upsertTransactions = prepareStatement(sql`
  insert into ${transaction} as known (network, txid, height, first_seen_at, spends)
  select ${sql.placeholder('network')}::text, f.txid, ${blockHeight},
    ${sql.placeholder('now')}::timestamptz, f.spends
  from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as f(txid text, spends text[])
  on conflict (network, txid) do update set
    height = coalesce(excluded.height, known.height),
    gone = false, missing_since = null, replaced_by = null
  where ${blockHeight} is not null or known.replaced_by is null
    or known.missing_since <= ${sql.placeholder('horizon')}::timestamptz`);

/**
 * Unconfirmed transactions that count. PostgreSQL uses the partial index only for a condition
 * without parameters.
 */
export const unconfirmedCondition = sql`(${transaction.height} is null and not ${transaction.gone})`;
const isGone = sql`(${transaction.height} is null and ${transaction.gone})`;

/** Transactions that vanished before this time are not expected back. */
function comebackHorizon(now: Date): Date {
  return new Date(now.getTime() - COMEBACK_DAYS * 86_400_000);
}

/** Returns the block heights of these transactions. Transactions without a block are left out. */
export async function readTransactionHeights(
  db: Db,
  network: Network,
  txids: readonly string[],
): Promise<Map<string, number>> {
  if (txids.length === 0) return new Map();
  const rows = await db
    .select({ txid: transaction.txid, height: transaction.height })
    .from(transaction)
    .where(and(eq(transaction.network, network), isAmong(transaction.txid, txids)));
  return new Map(rows.flatMap(({ txid, height }) => (height === null ? [] : [[txid, height]])));
}

/** Records that these transactions are in the block at `height`. Unknown ones are ignored. */
export async function confirmKnownTransactions(
  tx: Db,
  network: Network,
  txids: readonly string[],
  height: number,
): Promise<void> {
  if (txids.length === 0) return;
  await tx
    .update(transaction)
    .set({ height, gone: false, missingSince: null, replacedBy: null })
    .where(and(eq(transaction.network, network), isAmong(transaction.txid, txids)));
}

/** Makes all transactions in blocks above `fork` unconfirmed again. Returns their txids. */
export async function disconnectTransactionsAbove(
  tx: Db,
  network: Network,
  fork: number,
): Promise<string[]> {
  const rows = await tx
    .update(transaction)
    .set({ height: null })
    .where(and(eq(transaction.network, network), gt(transaction.height, fork)))
    .returning({ txid: transaction.txid });
  return rows.map(({ txid }) => txid);
}

/** Returns our unconfirmed transactions that count, and vanished ones that may still return. */
export async function listUnconfirmed(
  db: Db,
  network: Network,
  now: Date,
): Promise<RecordedUnconfirmed[]> {
  return db
    .select({
      txid: transaction.txid,
      spends: transaction.spends,
      gone: transaction.gone,
      missingSince: transaction.missingSince,
    })
    .from(transaction)
    .where(
      and(
        eq(transaction.network, network),
        or(unconfirmedCondition, and(isGone, gt(transaction.missingSince, comebackHorizon(now)))),
      ),
    )
    .prepare('unconfirmed')
    .execute();
}

/**
 * Marks unconfirmed transactions as present, missing or gone. Ignores an outdated decision: only a
 * missing transaction can become gone, and a gone one cannot become missing.
 */
export async function markMempoolPresence(
  tx: Db,
  network: Network,
  txids: readonly string[],
  presence: { readonly gone: boolean; readonly missingSince?: Date | null },
): Promise<void> {
  if (txids.length === 0) return;
  const present = !presence.gone && presence.missingSince === null;
  const missing = !presence.gone && presence.missingSince instanceof Date;
  await tx
    .update(transaction)
    .set({ ...presence, ...(present ? { replacedBy: null } : {}) })
    .where(
      and(
        eq(transaction.network, network),
        isAmong(transaction.txid, txids),
        isNull(transaction.height),
        presence.gone ? isNotNull(transaction.missingSince) : undefined,
        missing ? eq(transaction.gone, false) : undefined,
      ),
    );
}
