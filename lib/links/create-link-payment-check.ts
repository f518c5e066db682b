import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { apiKey } from '@/db/schema/accounts';
import { paymentLink } from '@/db/schema/links';
import { payment } from '@/db/schema/payments';
import { linkStatus, MAX_OPEN_PAYMENTS_PER_IP, UNPAID_WINDOW_MS } from '@/lib/domain/link';
import { Problem } from '@/lib/domain/problems';
import { toSats } from '@/lib/domain/sats';
import type { AdmitPayment } from '@/lib/payments/insert-payments';
import { linkAvailabilityColumns } from './link-availability-columns';

export interface LinkLimits {
  /**
   * Maximum number of consecutive unpaid addresses that a wallet's links may create within an hour.
   */
  readonly gapLimit: number;
  /**
   * Ids of the link's open payments that were created from the client's IP address, updated at each
   * click; undefined when clients are not limited.
   */
  readonly ofClient: Set<string> | undefined;
  /**
   * Uses up the click's proof of work. Returns false if there is none, or if it was used before.
   */
  takeProof(): boolean;
}

const RETRY_SECONDS = 60;

/**
 * Returns a function that decides whether a link may create a payment now. The function runs in the
 * transaction that locks the wallet, so that concurrent clicks cannot exceed a limit together. The
 * link and its key cannot change until the payment is committed.
 *
 * @returns a function that returns the refusal, if any: Problem `payment_link_closed`;
 *   `rate_limited`; `proof_of_work_needed` once half of the wallet's limit is used up
 */
export function createLinkPaymentCheck(
  { gapLimit, ofClient, takeProof }: LinkLimits,
  linkId: string,
  walletId: string,
  now: Date,
): AdmitPayment {
  return async (tx, paymentId) => {
    const [link] = await tx
      .select(linkAvailabilityColumns(now))
      .from(paymentLink)
      .innerJoin(apiKey, eq(apiKey.id, paymentLink.apiKeyId))
      .where(eq(paymentLink.id, linkId))
      .for('share', { of: [paymentLink, apiKey] });
    if (!link || linkStatus(link, now) !== 'open') {
      return new Problem('payment_link_closed', 'This payment link takes no payment now.');
    }
    if (ofClient) await keepOpen(tx, ofClient, now);
    if (ofClient && ofClient.size >= MAX_OPEN_PAYMENTS_PER_IP) return tooManyUnpaid();
    const unpaid = await countUnpaid(tx, walletId, now);
    if (unpaid >= gapLimit) return tooManyUnpaid();
    if (unpaid * 2 >= gapLimit && !takeProof()) {
      return new Problem('proof_of_work_needed', 'The form was sent without a proof of work.');
    }
    ofClient?.add(paymentId);
    return undefined;
  };
}

function tooManyUnpaid(): Problem {
  return new Problem('rate_limited', 'Too many payments of this link are unpaid.', {
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/** Removes the ids of payments that are paid, have ended, or were never committed. */
async function keepOpen(tx: Db, ids: Set<string>, now: Date): Promise<void> {
  const rows = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(
      and(
        isAmong(payment.id, [...ids]),
        eq(payment.status, 'pending'),
        eq(payment.receivedSats, toSats(0)),
        gt(payment.expiresAt, now),
      ),
    );
  ids.clear();
  for (const { id } of rows) ids.add(id);
}

async function countUnpaid(tx: Db, walletId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - UNPAID_WINDOW_MS).toISOString();
  const [row] = await tx.execute<{ unpaid: number }>(sql`
    select count(*)::int as unpaid
    from payment
    where wallet_id = ${walletId} and payment_link_id is not null
      and created_at > ${since}::timestamptz and received_sats = 0
      and derivation_index > coalesce((
        select derivation_index from payment
        where wallet_id = ${walletId} and received_sats > 0
        order by derivation_index desc limit 1
      ), -1)`);
  return row?.unpaid ?? 0;
}
