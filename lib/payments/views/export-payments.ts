import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { paymentExtra } from '@/db/schema/extras';
import type { ApiKeyActor, Member } from '@/lib/domain/actor';
import { isIntact } from '@/lib/keys/seal';
import { type ConfirmationRate, confirmationRatesOf } from '../confirmation-rate';
import type { FoundPayment } from '../get-payment';
import { extraColumns } from '../payment-extra';
import { isAfterCursor, type PaymentFilter, paymentCondition } from './payment-filter';
import { type ExportDownloadLimits, type ExportWork, runExport } from './run-export';
import { newestOfKeys, searchedKeys } from './search-payments';

export interface ExportedPayment extends FoundPayment {
  /**
   * The rate at confirmation, in the currency of the payment's price, or else in the display
   * currency.
   */
  readonly confirmationRate: ConfirmationRate | null;
}

/** A thousand payments take 50 ms to decode and write, during which other requests wait. */
const PAYMENTS_PER_READ = 250;
/**
 * Reads all payments of a filtered list in the list's order, from one snapshot.
 *
 * @param take receives each part; the next part is read once the returned promise resolves
 * @throws Problem as {@link runExport}
 */
export async function exportPayments(
  db: Db,
  actor: ApiKeyActor | Member,
  filter: PaymentFilter,
  take: (part: readonly ExportedPayment[]) => Promise<void>,
  limits?: ExportDownloadLimits,
): Promise<void> {
  const work: ExportWork = async (tx, inTime) => {
    let last: ExportedPayment | undefined;
    do {
      const part = await readPart(tx, actor, filter, last);
      await inTime(take(part.filter(({ row }) => isIntact('payment', row))));
      last = part.length < PAYMENTS_PER_READ ? undefined : part.at(-1);
    } while (last);
  };
  await runExport(db, actor, work, limits);
}

async function readPart(
  tx: Db,
  actor: ApiKeyActor | Member,
  filter: PaymentFilter,
  last: ExportedPayment | undefined,
): Promise<ExportedPayment[]> {
  const condition = and(paymentCondition(tx, actor, filter), last && isAfterCursor(last.row));
  const keys = searchedKeys(tx, actor, filter);
  const found = newestOfKeys(tx, keys, condition, { limit: PAYMENTS_PER_READ, offset: 0 });
  const own = { id: sql`${found.id}`, price: sql`${found.price}` };
  const rate = confirmationRatesOf(tx, own).limit(1).as('rate');
  return tx
    .select({
      row: found._.selectedFields,
      extra: extraColumns,
      chainHeight: chain.height,
      confirmationRate: rate._.selectedFields,
    })
    .from(found)
    .leftJoinLateral(rate, sql`true`)
    .leftJoin(chain, eq(chain.network, found.network))
    .leftJoin(paymentExtra, eq(paymentExtra.paymentId, found.id))
    .orderBy(desc(found.createdAt), asc(found.id));
}
