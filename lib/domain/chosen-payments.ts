import type { PaymentFlag, PaymentStatus } from './payment';
import { findDecisionReasons, INBOX_REASONS, type InboxReason } from './worklist';

/** Maximum payments per bulk action, which then takes at most a second or two. */
export const MAX_BULK_PAYMENTS = 100;

export interface ShownPayment {
  readonly id: string;
  readonly name: string;
  /** In satoshis. */
  readonly received: number;
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  /** The reasons by which the list is filtered; null if it shows all payments. */
  readonly listedReasons: readonly InboxReason[] | null;
}

export type SelectedPayments = ReadonlyMap<string, ShownPayment>;

interface Change {
  /** The row where the range begins, above or below `to`. */
  readonly from: string;
  readonly to: string;
  readonly chosen: boolean;
}

export function selectRange(
  before: SelectedPayments,
  rows: readonly ShownPayment[],
  { from, to, chosen }: Change,
): SelectedPayments {
  const places = [from, to]
    .map((id) => rows.findIndex((row) => row.id === id))
    .sort((a, b) => a - b);
  const [first = -1, last = -1] = places;
  // A live update may have removed the row where the range began.
  const changed = rows.slice(first < 0 ? last : first, last + 1);
  const after = new Map(before);
  for (const row of changed) {
    if (!chosen) after.delete(row.id);
    else if (after.size < MAX_BULK_PAYMENTS) after.set(row.id, row);
  }
  return after;
}

/**
 * Returns the selection with the current state of each payment. A payment that has left the list
 * keeps the state that was shown last.
 */
export function refreshSelection(
  chosen: SelectedPayments,
  rows: readonly ShownPayment[],
): SelectedPayments {
  const shown = rows.filter(({ id }) => chosen.has(id));
  return new Map([...chosen, ...shown.map((row) => [row.id, row] as const)]);
}

/**
 * Returns the listed reasons for which a row needed a decision when it was shown. `undelivered` is
 * kept in any case, because a row does not show whether a webhook was given up.
 */
export function shownWorkReasons({ listedReasons, ...row }: ShownPayment): InboxReason[] {
  const ofMoney: readonly InboxReason[] = findDecisionReasons(row);
  return (listedReasons ?? INBOX_REASONS).filter(
    (reason) => reason === 'undelivered' || ofMoney.includes(reason),
  );
}
