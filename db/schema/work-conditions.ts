import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  DECISION_REASON_CONDITIONS,
  DECISION_REASONS,
  type DecisionReason,
} from '@/lib/domain/worklist';
import { quotedList } from './columns';

interface WorkColumns {
  readonly status: AnyPgColumn;
  readonly flags: AnyPgColumn;
  readonly handled: AnyPgColumn;
}

/** Whether a payment has this inbox reason and nobody has marked it as done. */
export function hasOpenReason(
  { status, flags, handled }: WorkColumns,
  reason: DecisionReason,
): SQL {
  const signs = DECISION_REASON_CONDITIONS[reason].map(
    ({ flag, statuses }) =>
      sql`${flags} @> array[${quotedList([flag])}] and ${status} in (${quotedList(statuses)})`,
  );
  const any = sql.join(signs, sql` or `);
  return sql`(${any}) and not ${handled} @> array[${quotedList([reason])}]`;
}

/**
 * Whether a payment has an open inbox reason. The partial index matches only this exact expression.
 */
export function hasAnyOpenReason(t: WorkColumns): SQL {
  const each = DECISION_REASONS.map((reason) => hasOpenReason(t, reason));
  return sql`(${sql.join(each, sql` or `)})`;
}

export const hasHandledReason = ({ handled }: WorkColumns) => sql`${handled} <> '{}'`;
