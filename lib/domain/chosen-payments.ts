import type { PaymentFlag, PaymentStatus } from './payment';
import { moneyReasons, WORK_REASONS, type WorkReason } from './worklist';

/** Maximum payments per action: few enough to respond within a second or two. */
export const MAX_CHOSEN = 100;

export interface ShownPayment {
  readonly id: string;
  readonly name: string;
  /** The received amount in satoshis. */
  readonly received: number;
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  /** The reasons by which the list is filtered, such as "paid late"; null in the list of all payments. */
  readonly listedReasons: readonly WorkReason[] | null;
}

/** Selected payments of a list by id, as last shown. */
export type SelectedPayments = ReadonlyMap<string, ShownPayment>;

interface Change {
  /** The first changed row. All rows up to `to` are changed too, in either direction. */
  readonly from: string;
  readonly to: string;
  readonly chosen: boolean;
}

/** Returns the selection after a change. Rows beyond the limit are not added. */
export function choose(
  before: SelectedPayments,
  rows: readonly ShownPayment[],
  { from, to, chosen }: Change,
): SelectedPayments {
  const places = [from, to]
    .map((id) => rows.findIndex((row) => row.id === id))
    .sort((a, b) => a - b);
  const [first = -1, last = -1] = places;
  // The first row may have been removed by a live update.
  const changed = rows.slice(first < 0 ? last : first, last + 1);
  const after = new Map(before);
  for (const row of changed) {
    if (!chosen) after.delete(row.id);
    else if (after.size < MAX_CHOSEN) after.set(row.id, row);
  }
  return after;
}

/**
 * Returns the selection with the payments' current state. Payments that left the list keep their
 * last state.
 */
export function asShown(chosen: SelectedPayments, rows: readonly ShownPayment[]): SelectedPayments {
  const shown = rows.filter(({ id }) => chosen.has(id));
  return new Map([...chosen, ...shown.map((row) => [row.id, row] as const)]);
}

/**
 * Returns the reasons that a row represented when it was shown: the list's reasons that applied to
 * its amount then. `undelivered` is included, since a row does not show whether a webhook failed
 * for good.
 */
export function reasonsShown({ listedReasons, ...row }: ShownPayment): WorkReason[] {
  const ofMoney: readonly WorkReason[] = moneyReasons(row);
  return (listedReasons ?? WORK_REASONS).filter(
    (reason) => reason === 'undelivered' || ofMoney.includes(reason),
  );
}
