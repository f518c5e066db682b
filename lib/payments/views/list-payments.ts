import type { Db } from '@/db/client';
import type { KeyActor } from '@/lib/domain/actor';
import type { PaymentStatus } from '@/lib/domain/payment';
import { pageByCounts, type RangePage } from './page-by-counts';
import { type PaymentPage, searchPayments } from './search-payments';

export interface ListRequest extends RangePage {
  /** Only payments with one of these statuses. */
  readonly statuses?: readonly PaymentStatus[] | undefined;
  /** Only payments with exactly this reference. */
  readonly reference?: string | undefined;
  /** Only payments that were made on the page of this link. */
  readonly paymentLinkId?: string | undefined;
}

export interface ListedPage extends PaymentPage {
  /** Whether payments follow those of the page. */
  readonly hasMore: boolean;
}

/**
 * One page of a key's payments, newest first, with the number of all matches.
 *
 * Pages by offset move when payments are created in between, so that one can be on two of them.
 * Pages that begin after the last payment of the one before do not.
 */
export async function listPayments(
  db: Db,
  actor: KeyActor,
  request: ListRequest,
): Promise<ListedPage> {
  const asked = counted(request);
  const { after, limit, offset, statuses, reference, paymentLinkId } = asked;
  // One more tells whether any follows.
  const read = after ? { ...asked, limit: limit + 1, offset: 0 } : asked;
  const { payments, total } = await (statuses ||
  reference !== undefined ||
  paymentLinkId !== undefined
    ? searchPayments(db, actor, { ...asked, ...moments(asked) }, read)
    : pageByCounts(db, actor.apiKeyId, read));
  const hasMore = after ? payments.length > limit : offset + payments.length < total;
  return { payments: payments.slice(0, limit), total, hasMore };
}

/** Confirmed payments are counted already: as those of the filter `verified`. */
function counted(request: ListRequest): ListRequest {
  const { statuses, filter } = request;
  const isVerified = filter !== 'unverified' && statuses?.every((one) => one === 'confirmed');
  return isVerified ? { ...request, filter: 'verified', statuses: undefined } : request;
}

function moments({ from, to }: RangePage): { readonly from: Date; readonly before: Date } {
  return { from: new Date(from * 1_000), before: new Date((to + 1) * 1_000) };
}
