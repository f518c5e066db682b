import { and, asc, desc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain, transaction } from '@/db/schema/chain';
import { paymentExtra } from '@/db/schema/extras';
import { greenfieldInvoice, type InvoiceStatus } from '@/db/schema/greenfield';
import { output, payment } from '@/db/schema/payments';
import { Problem } from '@/lib/domain/problems';
import { isIntact, requireIntact } from '@/lib/keys/seal';
import { extraColumns, type PaymentExtra, paymentIdsByWords } from '@/lib/payments/payment-extra';
import type { PaymentRow } from '@/lib/payments/payment-row';
import type { StoreActor } from './authenticate-store';
import type { InvoiceFacts, OutputFacts } from './projection';

export interface InvoiceOutput extends OutputFacts {
  readonly sats: number;
  readonly firstSeenAt: Date;
}

export interface Invoice {
  readonly row: PaymentRow;
  readonly invoice: typeof greenfieldInvoice.$inferSelect;
  readonly extra: PaymentExtra | null;
  readonly outputs: readonly InvoiceOutput[];
  /** Confirmations are counted up to this height; null before the first read of the chain. */
  readonly tipHeight: number | null;
}

export interface InvoiceFilter {
  readonly orderIds: readonly string[];
  readonly statuses: readonly InvoiceStatus[];
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly text?: string | undefined;
  readonly includeArchived: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** An address can receive thousands of outputs from strangers, so only this many are read. */
const MAX_OUTPUTS = 1_000;

/** Returns an invoice's facts for {@link toInvoiceState}. */
export function toInvoiceFacts({ row, outputs, tipHeight }: Invoice): InvoiceFacts {
  const { status, flags, receivedSats, requiredConfirmations } = row;
  return { status, flags, receivedSats, requiredConfirmations, outputs, tipHeight };
}

/**
 * Returns an invoice of the store.
 *
 * @throws Problem `payment_not_found`, also for a payment that was not created through BTCPay's API
 */
export async function getInvoice(db: Db, store: StoreActor, id: string): Promise<Invoice> {
  const [found] = await readInvoices(
    db,
    and(eq(payment.id, id), eq(payment.apiKeyId, store.apiKeyId)),
  );
  if (found) {
    requireIntact('payment', found.row);
    return found;
  }
  throw new Problem('payment_not_found', 'The invoice was not found.');
}

/**
 * Returns one page of the store's invoices, newest first. It omits payments whose row was altered
 * outside this program.
 */
export async function listInvoices(
  db: Db,
  store: StoreActor,
  filter: InvoiceFilter,
): Promise<Invoice[]> {
  const { orderIds, statuses, from, to, text, includeArchived, limit, offset } = filter;
  const matches = and(
    eq(payment.apiKeyId, store.apiKeyId),
    orderIds.length > 0 ? inArray(greenfieldInvoice.orderId, [...orderIds]) : undefined,
    statuses.length > 0 ? or(...statuses.map(hasStatus)) : undefined,
    from && gte(payment.createdAt, from),
    to && lte(payment.createdAt, to),
    text === undefined ? undefined : hasText(db, text),
    includeArchived ? undefined : eq(greenfieldInvoice.archived, false),
  );
  const found = await readInvoices(db, matches, limit, offset);
  return found.filter(({ row }) => isIntact('payment', row));
}

/** Returns the invoices that meet these conditions, newest first. */
export async function readInvoices(
  db: Db,
  matches: SQL | undefined,
  limit?: number,
  offset = 0,
): Promise<Invoice[]> {
  const query = db
    .select({
      row: payment,
      invoice: greenfieldInvoice,
      extra: extraColumns,
      tipHeight: chain.height,
    })
    .from(payment)
    .innerJoin(greenfieldInvoice, eq(greenfieldInvoice.paymentId, payment.id))
    .leftJoin(paymentExtra, eq(paymentExtra.paymentId, payment.id))
    .leftJoin(chain, eq(chain.network, payment.network))
    .where(matches)
    .orderBy(desc(payment.createdAt), asc(payment.id))
    .offset(offset);
  const rows = await (limit === undefined ? query : query.limit(limit));
  const outputs = await readOutputs(
    db,
    rows.map(({ row }) => row.id),
  );
  return rows.map((found) => ({ ...found, outputs: outputs.get(found.row.id) ?? [] }));
}

async function readOutputs(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InvoiceOutput[]>> {
  if (ids.length === 0) return new Map();
  const { paymentId, txid, vout, sats, height, gone, firstSeenAt } = output;
  const replaced = sql<boolean>`${transaction.replacedBy} is not null`;
  const rows = await db
    .select({ paymentId, txid, vout, sats, height, gone, firstSeenAt, replaced })
    .from(output)
    .innerJoin(
      transaction,
      and(eq(transaction.network, output.network), eq(transaction.txid, output.txid)),
    )
    .where(inArray(paymentId, [...ids]))
    .orderBy(asc(firstSeenAt), asc(txid), asc(vout))
    .limit(MAX_OUTPUTS * ids.length);
  const found = new Map<string, InvoiceOutput[]>();
  for (const { paymentId: id, ...one } of rows) {
    const known = found.get(id);
    if (known) known.push(one);
    else found.set(id, [one]);
  }
  return found;
}

const late = sql`'late' = any(${payment.flags})`;
const unpaid = sql`${payment.status} not in ('detected', 'confirmed')`;
const doubleSpent = sql`${payment.receivedSats} = 0 and exists (
  select from ${output} o join ${transaction} t on t.network = o.network and t.txid = o.txid
  where o.payment_id = ${payment.id} and o.gone and t.replaced_by is not null)`;

/** The SQL condition for each status that {@link toInvoiceState} returns. */
const PROJECTED: Readonly<Record<InvoiceStatus, SQL>> = {
  New: sql`${payment.status} = 'pending'`,
  Processing: sql`${payment.status} = 'detected' and not ${late}`,
  Settled: sql`${payment.status} = 'confirmed' and not ${late}`,
  Expired: sql`${payment.status} <> 'pending' and case when ${unpaid} then not (${doubleSpent}) else ${late} end`,
  Invalid: sql`${payment.status} <> 'pending' and ${unpaid} and ${doubleSpent}`,
};

function hasStatus(status: InvoiceStatus): SQL {
  const { mark } = greenfieldInvoice;
  return sql`case when ${mark} is null then ${PROJECTED[status]} else ${mark} = ${status} end`;
}

/**
 * Matches invoices whose id or order id is the text, or whose payment has all words of the text.
 */
function hasText(db: Db, text: string): SQL | undefined {
  const words = paymentIdsByWords(db, text);
  return or(
    eq(payment.id, text),
    eq(greenfieldInvoice.orderId, text),
    words && inArray(payment.id, words),
  );
}
