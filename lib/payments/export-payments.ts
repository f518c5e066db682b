import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { LOCKS, tryLock } from '@/db/locks';
import { chain } from '@/db/schema/chain';
import { paymentExtra } from '@/db/schema/extras';
import type { KeyActor, Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { type ConfirmationRate, confirmationRatesOf } from './confirmation-rate';
import type { FoundPayment } from './get-payment';
import { extraColumns } from './payment-extra';
import { isAfter, type PaymentFilter, paymentCondition } from './payment-filter';
import { keysOf, newestOfKeys } from './search-payments';

export interface ExportedPayment extends FoundPayment {
  /** In the currency of its price; of a payment without one, in which its merchant adds up. */
  readonly confirmationRate: ConfirmationRate | null;
}

/** Few enough to hold up no other request: a thousand take 50 ms to decode and write. */
const PAYMENTS_PER_READ = 250;
/** Time after which a stalled download loses its database connection. */
const STALLED_SECONDS = 60;

/**
 * Reads all payments of a filtered list in the list's order, from one snapshot, and passes them on
 * in parts. Memory does not grow with their number.
 *
 * Each merchant may run one export at a time, since an export holds a connection.
 *
 * @param take receives each part; the next part is read once it has resolved
 * @throws Problem `rate_limited` while another export of this merchant runs
 */
export async function exportPayments(
  db: Db,
  actor: KeyActor | Member,
  filter: PaymentFilter,
  take: (part: readonly ExportedPayment[]) => Promise<void>,
): Promise<void> {
  await db.transaction(
    async (tx) => {
      await tx.execute(
        sql.raw(`set local idle_in_transaction_session_timeout = '${STALLED_SECONDS}s'`),
      );
      await requireOnlyOne(tx, actor);
      let last: ExportedPayment | undefined;
      do {
        const part = await readPart(tx, actor, filter, last);
        await take(part);
        last = part.length < PAYMENTS_PER_READ ? undefined : part.at(-1);
      } while (last);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function requireOnlyOne(tx: Db, actor: KeyActor | Member): Promise<void> {
  if (await tryLock(tx, LOCKS.export(actor.merchantId))) return;
  throw new Problem(
    'rate_limited',
    'Another export of this merchant is running. Retry when it is done.',
    { retryAfterSeconds: 10 },
  );
}

async function readPart(
  tx: Db,
  actor: KeyActor | Member,
  filter: PaymentFilter,
  last: ExportedPayment | undefined,
): Promise<ExportedPayment[]> {
  const condition = and(paymentCondition(tx, actor, filter), last && isAfter(last.row));
  const keys = keysOf(tx, actor, filter);
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
