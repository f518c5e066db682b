import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '@/db/client';
import { quotedList } from '@/db/schema/columns';
import { payment } from '@/db/schema/payments';
import { delivery } from '@/db/schema/webhooks';
import { hasAnyOpenReason, hasHandledReason, hasOpenReason } from '@/db/schema/work-conditions';
import type { Actor } from '@/lib/domain/actor';
import {
  DECISION_REASONS,
  type DecisionReason,
  INBOX_REASONS,
  type InboxReason,
  type InboxState,
} from '@/lib/domain/worklist';
import { keysVisibleTo } from '@/lib/keys/key-conditions';

export interface InboxEntryFilter {
  readonly state: InboxState;
  /** By default all reasons. */
  readonly reasons?: readonly InboxReason[] | undefined;
}

/**
 * Returns the actor's inbox entries as a table `work(payment_id, reason)`. Each state has its own
 * index, so the cost does not grow with the number of payments.
 */
export function inboxEntriesSql(db: Db, actor: Actor, { state, reasons }: InboxEntryFilter): SQL {
  const wanted = reasons?.length ? reasons : INBOX_REASONS;
  const keys = keysVisibleTo(db, actor);
  // PostgreSQL evaluates the array of keys before it reads rows, so it uses the index.
  const ofActor = (key: AnyPgColumn) => sql`${key} = any(array(${keys}))`;
  const ofMoney = DECISION_REASONS.filter((reason) => wanted.includes(reason));
  const parts = [
    ...(ofMoney.length > 0 ? [moneyWork(state, ofMoney, ofActor(payment.apiKeyId))] : []),
    ...(wanted.includes('undelivered') ? [givenUp(state, ofActor(delivery.apiKeyId))] : []),
  ];
  return sql`(${sql.join(parts, sql` union all `)}) work`;
}

function moneyWork(state: InboxState, reasons: readonly DecisionReason[], ofActor: SQL): SQL {
  const rows = reasons.map((reason) => {
    const name = quotedList([reason]);
    const has =
      state === 'open' ? hasOpenReason(payment, reason) : sql`${payment.handled} @> array[${name}]`;
    return sql`(${name}, ${has})`;
  });
  return sql`
    select ${payment.id} as payment_id, sign.reason
    from ${payment} cross join lateral (values ${sql.join(rows, sql`, `)}) sign(reason, holds)
    where ${ofActor} and sign.holds
      and ${state === 'open' ? hasAnyOpenReason(payment) : hasHandledReason(payment)}`;
}

/**
 * A payment's entry is open while one of its failed deliveries is open, and done once all are done.
 */
function givenUp(state: InboxState, ofActor: SQL): SQL {
  const entries = sql`
    select ${delivery.paymentId} as payment_id, 'undelivered' as reason
    from ${delivery}
    where ${ofActor} and ${delivery.status} = 'failed'`;
  return state === 'open'
    ? sql`${entries} and not ${delivery.handled} group by ${delivery.paymentId}`
    : sql`${entries} group by ${delivery.paymentId} having bool_and(${delivery.handled})`;
}
