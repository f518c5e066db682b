import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { refund } from '@/db/schema/refunds';
import { type Member, requireRecentFactor } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import { type CalendarDay, daysInRange, localDayConverter } from '@/lib/domain/local-days';
import { decimalText } from '@/lib/domain/price';
import { countedMoneySql } from './counted-money';
import { timestampSql } from './earned-by-day';
import { homeKeys } from './home-keys';
import type { ReportRequest } from './report';
import { type ExportDownloadLimits, type ExportWork, readRows, runExport } from './run-export';

/** A payment or a refund in the books. Refunds are negative. */
export interface BookEntry {
  readonly kind: 'payment' | 'refund';
  readonly day: CalendarDay;
  readonly paymentId: string;
  readonly reference: string | null;
  /** The customer's name, or else reference, or else e-mail address. */
  readonly customer: string | null;
  readonly sats: number;
  /** In the display currency; null without a currency or a rate. */
  readonly amount: string | null;
  readonly rate: string | null;
  readonly source: string | null;
  readonly feeSats: number | null;
  readonly txid: string | null;
}

interface EntryRow extends Record<string, unknown> {
  readonly kind: 'payment' | 'refund';
  readonly at: string;
  readonly payment_id: string;
  readonly reference: string | null;
  readonly customer: string | null;
  readonly sats: string;
  readonly units: string | null;
  readonly rate: string | null;
  readonly source: string | null;
  readonly fee_sats: string | null;
  readonly txid: string | null;
}

export interface BooksHeader {
  readonly merchantName: string;
  readonly currency: Currency | null;
}

export async function readBooksHeader(db: Db, { merchantId }: Member): Promise<BooksHeader> {
  const [row] = await db
    .select({ merchantName: merchant.name, currency: merchant.displayCurrency })
    .from(merchant)
    .where(eq(merchant.id, merchantId));
  if (!row) throw new Error('The merchant of a member always exists.');
  return row;
}

/**
 * Reads all entries in the books of a period, in order of time, from one snapshot.
 *
 * @param take receives each part; the next part is read once the returned promise resolves
 * @throws Problem `step_up_required`, because the books contain customers' names; the problems of
 *   {@link runExport}
 */
export async function exportBooks(
  db: Db,
  actor: Member,
  { network, period, timeZone, currency }: ReportRequest & Pick<BooksHeader, 'currency'>,
  now: Date,
  take: (part: readonly BookEntry[]) => Promise<void>,
  limits?: ExportDownloadLimits,
): Promise<void> {
  requireRecentFactor(actor, now);
  const { ofNetwork: keys } = await homeKeys(db, actor, network);
  const { starts, end } = daysInRange(timeZone, period.first, period.last);
  const range = { start: timestampSql(starts[0] ?? end), end: timestampSql(end) };
  const dayOf = localDayConverter(timeZone);
  const query = (tx: Db) => sql`
    select kind, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      ${payment.id} as payment_id, ${payment.reference} as reference,
      coalesce(${payment.customerName}, ${payment.customerReference}, ${payment.customerEmail})
        as customer, sats::text,
      worth::text as units, rate, source, counted.fee_sats::text,
      case kind when 'refund' then ${refund.txid} else ${payment.txid} end as txid
    from ${countedMoneySql(tx, keys, range, currency)}
    join ${payment} on ${payment.id} = counted.payment_id
    left join ${refund} on kind = 'refund' and ${refund.id} = counted.id
    where sats <> 0 order by counted.at, kind, counted.id`;
  const work: ExportWork = (tx, inTime) =>
    readRows<EntryRow>(tx, query(tx), (rows) =>
      inTime(take(rows.map((row) => entryOf(row, dayOf(new Date(row.at)), currency)))),
    );
  await runExport(db, actor, work, limits);
}

function entryOf(row: EntryRow, day: CalendarDay, currency: Currency | null): BookEntry {
  const { kind, payment_id: paymentId, reference, customer, rate, source, txid } = row;
  return {
    ...{ kind, day, paymentId, reference, customer, rate, source, txid },
    sats: Number(row.sats),
    amount: currency && row.units !== null ? decimalText(BigInt(row.units), currency) : null,
    feeSats: row.fee_sats === null ? null : Number(row.fee_sats),
  };
}
