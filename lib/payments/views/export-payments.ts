import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { LOCKS, tryLock } from '@/db/locks';
import { chain } from '@/db/schema/chain';
import { paymentExtra } from '@/db/schema/extras';
import type { KeyActor, Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { type ConfirmationRate, confirmationRatesOf } from '../confirmation-rate';
import type { FoundPayment } from '../get-payment';
import { extraColumns } from '../payment-extra';
import { isAfter, type PaymentFilter, paymentCondition } from './payment-filter';
import { keysOf, newestOfKeys } from './search-payments';

export interface ExportedPayment extends FoundPayment {
  /**
   * The rate at confirmation, in the currency of the payment's price; without a price, in the
   * merchant's display currency.
   */
  readonly confirmationRate: ConfirmationRate | null;
}

/**
 * Payments per read, few enough not to delay other requests: a thousand take 50 ms to decode and
 * write.
 */
const PAYMENTS_PER_READ = 250;
/** Concurrent exports, so that slow readers leave most connections of a process to others. */
const MAX_EXPORTS = 4;

/** Time limits of a reader in ms: an export holds a connection and a snapshot until it ends. */
interface ReaderLimits {
  /**
   * Time limit for one part. On average, each part may take a fifth of it: about 40 payments a
   * second.
   */
  readonly partMs: number;
  /**
   * Time limit for the whole export: enough for a quarter of a million payments over a slow
   * connection.
   */
  readonly wholeMs: number;
}

const READER_LIMITS: ReaderLimits = { partMs: 30_000, wholeMs: 600_000 };
/** The time for a part is counted in ticks while the export waits for the reader. */
const TICKS = 30;
/** Ticks that each part earns back. */
const TICKS_BACK = 6;
/**
 * PostgreSQL's time limit, which ends the transaction of a frozen process. The process's own limits
 * are shorter, and keep the connection.
 */
const FROZEN_MS = 2 * READER_LIMITS.partMs;

/**
 * Reads all payments of a filtered list in the list's order, from one snapshot, and passes them on
 * in parts. Memory use does not depend on their number.
 *
 * Each merchant may run one export at a time, and all merchants a few, since an export holds a
 * connection. A reader that is too slow, for one part or on average, ends its export.
 *
 * @param take receives each part; the next part is read once it has resolved
 * @throws Problem `rate_limited` while another export of this merchant runs; `server_busy` while
 *   {@link MAX_EXPORTS} run
 */
export async function exportPayments(
  db: Db,
  actor: KeyActor | Member,
  filter: PaymentFilter,
  take: (part: readonly ExportedPayment[]) => Promise<void>,
  limits = READER_LIMITS,
): Promise<void> {
  const reader = limitReader(limits);
  const work = async (tx: Db) => {
    await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = ${FROZEN_MS}`));
    await lockExport(tx, actor);
    let last: ExportedPayment | undefined;
    do {
      const part = await readPart(tx, actor, filter, last);
      await reader.inTime(take(part));
      last = part.length < PAYMENTS_PER_READ ? undefined : part.at(-1);
    } while (last);
  };
  try {
    await db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' });
  } finally {
    reader.done();
  }
}

/**
 * The limits are enforced here and not by PostgreSQL: it would end the session, and after a lost
 * connection the client replaces all others (db/lasting-client.ts).
 */
function limitReader({ partMs, wholeMs }: ReaderLimits) {
  let end: (reason: Error) => void = () => {};
  const tooSlow = new Promise<never>((_, reject) => {
    end = reject;
  });
  tooSlow.catch(() => {});
  const whole = setTimeout(() => {
    end(new Error(`The reader of this export took more than ${wholeMs} ms.`));
  }, wholeMs);
  let ticksLeft = TICKS;
  const tick = () => {
    ticksLeft -= 1;
    if (ticksLeft > 0) return;
    const average = `${partMs / (TICKS / TICKS_BACK)} ms on average`;
    end(
      new Error(`The reader of this export took more than ${partMs} ms for a part, or ${average}.`),
    );
  };
  return {
    inTime: async (taken: Promise<void>) => {
      const ticking = setInterval(tick, partMs / TICKS);
      await Promise.race([taken, tooSlow]).finally(() => clearInterval(ticking));
      ticksLeft = Math.min(TICKS, ticksLeft + TICKS_BACK);
    },
    done: () => clearTimeout(whole),
  };
}

async function lockExport(tx: Db, actor: KeyActor | Member): Promise<void> {
  const retry = { retryAfterSeconds: 10 };
  if (!(await tryLock(tx, LOCKS.export(actor.merchantId)))) {
    throw new Problem(
      'rate_limited',
      'Another export of this merchant is running. Retry when it is done.',
      retry,
    );
  }
  for (let slot = 1; slot <= MAX_EXPORTS; slot += 1) {
    if (await tryLock(tx, LOCKS.exportSlot(slot))) return;
  }
  throw new Problem('server_busy', 'Too many exports are running. Retry in a moment.', retry);
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
