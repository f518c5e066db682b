import type { Network } from './network';

/**
 * A change, as sent to open dashboards. It contains no data, because the routes that return data
 * check permissions. The change of a delivery contains the id of the delivery's payment. `read`
 * means that chains may have been read, which changes only the times that pages show.
 */
export type DashboardChange =
  | 'all'
  | 'payments'
  | `payment ${string}`
  | 'deliveries'
  | `delivery ${string}`
  | 'keys'
  | 'links'
  | 'people'
  | 'audit'
  | `chain ${Network}`
  | 'read';

/** The change that stands for all changes of its kind. */
const WHOLES = { payment: 'payments', delivery: 'deliveries' } as const;

/**
 * Maximum number of ids of one kind. If more have changed, a single change without an id is sent,
 * because pages with a list read the whole list again in any case.
 */
const MAX_NAMED = 20;

/** Removes duplicates. Many changes of one kind become a single change without an id. */
export function compactChanges(changes: Iterable<DashboardChange>): DashboardChange[] {
  const every = new Set(changes);
  if (every.has('all')) return ['all'];
  for (const [kind, whole] of Object.entries(WHOLES)) {
    const named = [...every].filter((change) => change.startsWith(`${kind} `));
    if (named.length > MAX_NAMED) every.add(whole);
    if (every.has(whole)) for (const change of named) every.delete(change);
  }
  return [...every];
}
