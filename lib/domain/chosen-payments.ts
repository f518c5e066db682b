import type { PaymentFlag, PaymentStatus } from './payment';
import { moneyReasons, WORK_REASONS, type WorkReason } from './worklist';

/** The most payments that one action is for: few enough to answer within a second or two. */
export const MAX_CHOSEN = 100;

/** A payment as the list shows it. */
export interface ShownPayment {
  readonly id: string;
  readonly name: string;
  /** In satoshis. */
  readonly received: number;
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  /** The reasons by which the list is filtered, such as "paid late"; null in the list of all payments. */
  readonly ofReasons: readonly WorkReason[] | null;
}

/** Payments that were chosen in a list, by id, as it showed them last. */
export type Chosen = ReadonlyMap<string, ShownPayment>;

interface Change {
  /** From this row to the next one, both included, in either direction. */
  readonly from: string;
  readonly to: string;
  readonly chosen: boolean;
}

/** The chosen payments after rows were added or taken away; none is added beyond the limit. */
export function choose(
  before: Chosen,
  rows: readonly ShownPayment[],
  { from, to, chosen }: Change,
): Chosen {
  const places = [from, to]
    .map((id) => rows.findIndex((row) => row.id === id))
    .sort((a, b) => a - b);
  const [first = -1, last = -1] = places;
  // A row that a live update took away.
  const changed = rows.slice(first < 0 ? last : first, last + 1);
  const after = new Map(before);
  for (const row of changed) {
    if (!chosen) after.delete(row.id);
    else if (after.size < MAX_CHOSEN) after.set(row.id, row);
  }
  return after;
}

/** The chosen payments as the list shows them now; those that it no longer shows, as before. */
export function asShown(chosen: Chosen, rows: readonly ShownPayment[]): Chosen {
  const shown = rows.filter(({ id }) => chosen.has(id));
  return new Map([...chosen, ...shown.map((row) => [row.id, row] as const)]);
}

/**
 * The reasons that a row stood for when it was shown: of the list's reasons, those that its money gave
 * then, and `undelivered`, since a row does not tell whether a webhook was given up.
 */
export function reasonsShown({ ofReasons, ...row }: ShownPayment): WorkReason[] {
  const ofMoney: readonly WorkReason[] = moneyReasons(row);
  return (ofReasons ?? WORK_REASONS).filter(
    (reason) => reason === 'undelivered' || ofMoney.includes(reason),
  );
}
