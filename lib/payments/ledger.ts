import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { prepareStatement } from '@/db/prepare-statement';
import { newAddress, output, payment, paymentView } from '@/db/schema/payments';
import type {
  AddressesToLookUp,
  FoundOutput,
  Ledger,
  UnsearchedAddress,
  WatchedScript,
} from '@/lib/chain/follow/ledger';
import type { Network } from '@/lib/domain/network';
import { isIntact, SEALED_PAYMENT_COLUMNS, type SealedFacts } from '@/lib/keys/seal';
import { listMissingRefundFees, recordRefundFee } from '@/lib/refunds/refund-fees';
import { recomputeRefunds } from '@/lib/refunds/settle-refunds';
import {
  advancePastBlockSearch,
  findRefundScripts,
  listNewRefundScripts,
  listOpenRefunds,
  recordMempoolSearch,
  recordRefundOutputs,
  refundSearchHeight,
} from '@/lib/refunds/watch-refunds';
import { isActivePayment } from './is-active-payment';
import { notifyTipMoved } from './payment-changes';
import { PAGE_OPEN_AFTER_VIEW_MS } from './payment-views';
import { recomputePayments } from './recompute-payments';
import type { PaymentChangeHook } from './record-standings';
import { allScripts, currentScripts } from './watched-scripts';

const MAX_OPEN_ADDRESSES = 1_000;
const MAX_NEW_ADDRESSES = 10_000;

/** Returns the functions with which the chain follower reads and writes payments and refunds. */
export function createLedger(db: Db, afterChange?: PaymentChangeHook): Ledger {
  return {
    watched: (network, scripts) => findWatched(db, network, scripts),
    open: (network, now) => listOpen(db, network, now),
    currentScripts: (network, aboveHeight) => currentScripts(db, network, aboveHeight),
    allScripts: (network, after, count) => allScripts(db, network, after, count),
    newAddresses: (network) => listNewAddresses(db, network),
    searched: markSearched,
    wantedFees: (network) => listMissingRefundFees(db, network),
    recordFee: (network, txid, fee) => recordRefundFee(db, network, txid, fee),
    searchHeight: (network) => refundSearchHeight(db, network),
    searchedPast: advancePastBlockSearch,
    oldestPaymentAt: (network) => oldestPaymentAt(db, network),
    tipMoved: notifyTipMoved,
    record: recordOutputs,
    settle: async (...given) => {
      await recomputePayments(...given, afterChange);
      await recomputeRefunds(...given);
    },
  };
}

const sealedFacts = sql.join(
  [...SEALED_PAYMENT_COLUMNS, 'seal' as const].map(
    (name) => sql`${payment[name]} as ${sql.identifier(name)}`,
  ),
  sql`, `,
);

/**
 * Joins with the scripts, because for an array PostgreSQL would compare each row of a small table
 * with each value. A comma-separated text also costs less than an array.
 */
const findByScripts = prepareStatement<
  WatchedScript & SealedFacts<'payment'> & { readonly seal: string }
>(sql`
  select ${sealedFacts}, ${payment.id} as "paymentId",
    ${payment.watchFromHeight} as "watchFromHeight", ${payment.watchAfterHash} as "watchAfterHash"
  from (
    select distinct script from string_to_table(${sql.placeholder('scripts')}::text, ',') script
  ) wanted
  join ${payment} on ${payment.script} = wanted.script
  where ${payment.network} = ${sql.placeholder('network')}
  order by ${isActivePayment} desc, ${payment.createdAt} desc, ${payment.id} desc`);

/**
 * Returns the payments and refunds of the scripts. If several payments had the same script, it
 * belongs to the newest active payment, or else to the newest payment. Rows that were changed in
 * the database get no outputs.
 */
async function findWatched(
  db: Db,
  network: Network,
  scripts: string,
): Promise<Map<string, WatchedScript[]>> {
  const [found, refunds] = await Promise.all([
    findByScripts(db, { network, scripts }),
    findRefundScripts(db, network, scripts),
  ]);
  const watched = new Map<string, WatchedScript[]>();
  const payments = found.filter((row) => isIntact('payment', row));
  const ofPayments = new Set(found.map(({ script }) => script));
  for (const one of [...payments, ...refunds]) {
    // An output to the address of a payment pays no refund.
    if (one.paymentId === null && ofPayments.has(one.script)) continue;
    const others = watched.get(one.script);
    if (others) others.push(one);
    else watched.set(one.script, [one]);
  }
  return watched;
}

async function listOpen(db: Db, network: Network, now: Date): Promise<AddressesToLookUp> {
  const due = sql`case when ${payment.status} = 'pending'
    and ${payment.expiresAt} <= ${now.toISOString()} then ${payment.expiresAt} end`;
  const viewed = sql<boolean>`${paymentView.viewedAt} is not null`;
  const viewedSince = new Date(now.getTime() - PAGE_OPEN_AFTER_VIEW_MS);
  const refunds = await listOpenRefunds(db, network, now);
  const rows = await db
    .select({
      address: payment.address,
      script: payment.script,
      since: payment.createdAt,
      expiresAt: sql<Date | null>`case when ${payment.status} = 'pending'
        then ${payment.expiresAt} end`.mapWith((text) => new Date(text)),
      viewed,
    })
    .from(payment)
    .leftJoin(
      paymentView,
      and(eq(paymentView.checkoutId, payment.checkoutId), gt(paymentView.viewedAt, viewedSince)),
    )
    .where(and(eq(payment.network, network), isActivePayment))
    .orderBy(sql`${due} asc nulls last`, desc(viewed), desc(payment.createdAt))
    .limit(MAX_OPEN_ADDRESSES + 1);
  const addresses = [...rows.slice(0, MAX_OPEN_ADDRESSES), ...refunds];
  const leftOut = rows[MAX_OPEN_ADDRESSES]?.expiresAt;
  if (!leftOut || leftOut > now) return { addresses };
  return { addresses, dueUpTo: new Date(leftOut.getTime() - 1) };
}

async function listNewAddresses(db: Db, network: Network): Promise<UnsearchedAddress[]> {
  const payments = db
    .select({ paymentId: newAddress.paymentId, row: payment })
    .from(newAddress)
    .innerJoin(payment, eq(payment.id, newAddress.paymentId))
    .where(eq(payment.network, network))
    .limit(MAX_NEW_ADDRESSES)
    .prepare('new addresses')
    .execute();
  const [ofPayments, ofRefunds] = await Promise.all([payments, listNewRefundScripts(db, network)]);
  const intact = ofPayments.filter(({ row }) => isIntact('payment', row));
  return [...intact.map(({ paymentId, row }) => ({ paymentId, script: row.script })), ...ofRefunds];
}

async function markSearched(
  tx: Db,
  network: Network,
  addresses: readonly UnsearchedAddress[],
  tipHeight: number,
  now: Date,
): Promise<void> {
  const ids = addresses.flatMap(({ paymentId }) => paymentId ?? []);
  if (ids.length > 0) await tx.delete(newAddress).where(isAmong(newAddress.paymentId, ids));
  const scripts = addresses.flatMap(({ paymentId, script }) => (paymentId ? [] : script));
  if (scripts.length > 0) await recordMempoolSearch(tx, network, scripts, tipHeight, now);
}

async function oldestPaymentAt(db: Db, network: Network): Promise<Date | undefined> {
  const [row] = await db
    .select({ createdAt: payment.createdAt })
    .from(payment)
    .where(eq(payment.network, network))
    .orderBy(asc(payment.createdAt))
    .limit(1);
  return row?.createdAt;
}

async function recordOutputs(
  tx: Db,
  network: Network,
  outputs: readonly FoundOutput[],
): Promise<void> {
  if (outputs.length === 0) return;
  const ofPayments = outputs.filter(({ paymentId }) => paymentId !== null);
  const ofRefunds = outputs.filter(({ paymentId }) => paymentId === null);
  await Promise.all([
    ofPayments.length > 0 && insertOutputs(tx, { network, rows: JSON.stringify(ofPayments) }),
    ofRefunds.length > 0 && recordRefundOutputs(tx, network, ofRefunds),
  ]);
}

const insertOutputs = prepareStatement(sql`
  insert into ${output} (network, txid, vout, sats, payment_id)
  select ${sql.placeholder('network')}::text, f.txid, f.vout, f.sats, f."paymentId"
  from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb)
    as f(txid text, vout integer, sats bigint, "paymentId" text)
  on conflict do nothing`);
