import { and, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { chain } from '@/db/schema/chain';
import { output, payment } from '@/db/schema/payments';
import type { Member } from '@/lib/domain/actor';
import { DECISION_REASONS, type DecisionReason } from '@/lib/domain/worklist';
import { listAlteredRows } from '@/lib/keys/altered-rows';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';
import { walletsNearGap } from '@/lib/keys/wallets-near-gap';
import { outboxLag } from '@/lib/webhooks/delivery/outbox-lag';
import { failingEndpoints } from '@/lib/webhooks/endpoints/failing-endpoints';
import { pausedEndpoints } from '@/lib/webhooks/endpoints/paused-endpoints';
import { chainStatus, type Kinds } from './chain-status';
import { countNotices, type ExpiringKey, type Notices, noticesOf } from './notices';
import { inboxEntriesSql } from './work-entries';

export interface OpenDecision {
  readonly paymentId: string;
  readonly reasons: readonly DecisionReason[];
}

export interface Inbox {
  /** The newest decisions, up to a limit. */
  readonly decisions: readonly OpenDecision[];
  /** The number of all decisions, shown or not. */
  readonly paymentCount: number;
  readonly notices: Notices;
  /** The number of decisions and notices. */
  readonly count: number;
}

const SHOWN = 20;
const EXPIRES_SOON_MS = 7 * 86_400_000;

/**
 * Returns the open decisions on all networks. A payment is included once all of its money has the
 * required confirmations, or once some was reverted, unless a follow-up for the missing amount is
 * being confirmed.
 */
export async function readInbox(db: Db, actor: Member, kinds: Kinds, now: Date): Promise<Inbox> {
  const [rows, listed] = await Promise.all([
    db.execute<DecisionRow>(sql`
      select payment_id, reasons, (count(*) over ())::int as total
      from ${openDecisions(db, actor)} order by updated_at desc, payment_id limit ${SHOWN}`),
    readNotices(db, actor, kinds, now),
  ]);
  const paymentCount = rows[0]?.total ?? 0;
  return {
    decisions: rows.map(({ payment_id: paymentId, reasons }) => ({ paymentId, reasons })),
    paymentCount,
    notices: listed,
    count: paymentCount + countNotices(listed),
  };
}

export async function countDecisions(
  db: Db,
  actor: Member,
  kinds: Kinds,
  now: Date,
): Promise<number> {
  const [rows, listed] = await Promise.all([
    db.execute<{ total: number }>(sql`
      select count(*)::int as total from ${openDecisions(db, actor)}`),
    readNotices(db, actor, kinds, now),
  ]);
  return (rows[0]?.total ?? 0) + countNotices(listed);
}

interface DecisionRow extends Record<string, unknown> {
  readonly payment_id: string;
  readonly reasons: DecisionReason[];
  readonly total: number;
}

/** A table `open(payment_id, reasons, updated_at)` of the payments with an open decision. */
function openDecisions(db: Db, actor: Member) {
  return sql`(
    select work.payment_id, reasons, ${payment.updatedAt}
    from (
      select payment_id, array_agg(reason) as reasons
      from ${inboxEntriesSql(db, actor, { state: 'open', reasons: DECISION_REASONS })} group by payment_id
    ) work
    join ${payment} on ${payment.id} = work.payment_id
    where (reasons @> array['reverted'] or not exists (
      select from ${output} left join ${chain} on ${chain.network} = ${output.network}
      where ${output.paymentId} = work.payment_id and not ${output.gone}
        and coalesce(${chain.height} - ${output.height} + 1, 0) < ${payment.requiredConfirmations}
    )) and not exists (
      select from ${payment} rest
      where rest.follows_payment_id = work.payment_id and rest.status = 'detected'
    )
  ) open`;
}

/** Returns everything besides payments that a member has to act on now. */
export async function readNotices(
  db: Db,
  actor: Member,
  kinds: Kinds,
  now: Date,
): Promise<Notices> {
  const [chains, outbox, failing, paused, wallets, expiring, altered] = await Promise.all([
    chainStatus(db, actor, kinds, now),
    outboxLag(db, now),
    failingEndpoints(db, actor, now),
    pausedEndpoints(db, actor),
    walletsNearGap(db, actor, now),
    expiringKeys(db, actor, now),
    listAlteredRows(db, actor.merchantId),
  ]);
  const own = altered.own;
  return noticesOf(
    { chains, outbox, failing, pausedEndpoints: paused, wallets, expiring, altered: own },
    now,
  );
}

async function expiringKeys(db: Db, actor: Member, now: Date): Promise<ExpiringKey[]> {
  const { id, name, expiresAt, revokedAt } = apiKey;
  const soon = new Date(now.getTime() + EXPIRES_SOON_MS);
  const rows = await db
    .select({ id, name, expiresAt })
    .from(apiKey)
    .where(and(isKeyVisibleTo(actor), isNull(revokedAt), gt(expiresAt, now), lte(expiresAt, soon)));
  return rows.flatMap((key) => (key.expiresAt ? [{ ...key, expiresAt: key.expiresAt }] : []));
}
