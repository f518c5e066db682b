import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { paymentLink } from '@/db/schema/links';
import { linkStatus, MAX_UNPAID, UNPAID_WINDOW_MS } from '@/lib/domain/link';
import { Problem } from '@/lib/domain/problems';
import type { Admit } from '@/lib/payments/insert-payments';
import { linkFacts } from './link-facts';

const RETRY_SECONDS = 60;

/**
 * Whether a link may make a payment now. It runs under the wallet's lock, so that two clicks never
 * get the same last place, and customers together use up no more addresses than {@link MAX_UNPAID}. The
 * link and its key stay as they are until the payment is committed: their end waits.
 *
 * @returns for the lock's holder: Problem `payment_link_closed`; `rate_limited`
 */
export function admitPayment(linkId: string, walletId: string, now: Date): Admit {
  return async (tx) => {
    const [link] = await tx
      .select(linkFacts(now))
      .from(paymentLink)
      .innerJoin(apiKey, eq(apiKey.id, paymentLink.apiKeyId))
      .where(eq(paymentLink.id, linkId))
      .for('share', { of: [paymentLink, apiKey] });
    if (!link || linkStatus(link, now) !== 'open') {
      return new Problem('payment_link_closed', 'This payment link takes no payment now.');
    }
    const unpaid = await countUnpaid(tx, linkId, walletId, now);
    if (unpaid.link < MAX_UNPAID.link && unpaid.wallet < MAX_UNPAID.wallet) return undefined;
    return new Problem('rate_limited', 'Too many payments of this link are unpaid.', {
      retryAfterSeconds: RETRY_SECONDS,
    });
  };
}

/** Unpaid payments of links within the window, at addresses after the last one that was paid. */
async function countUnpaid(tx: Db, linkId: string, walletId: string, now: Date) {
  const since = new Date(now.getTime() - UNPAID_WINDOW_MS).toISOString();
  const [row] = await tx.execute<{ link: number; wallet: number }>(sql`
    select count(*) filter (where payment_link_id = ${linkId})::int as link,
      count(*)::int as wallet
    from payment
    where wallet_id = ${walletId} and payment_link_id is not null
      and created_at > ${since}::timestamptz and received_sats = 0
      and derivation_index > coalesce((
        select derivation_index from payment
        where wallet_id = ${walletId} and received_sats > 0
        order by derivation_index desc limit 1
      ), -1)`);
  return row ?? { link: 0, wallet: 0 };
}
