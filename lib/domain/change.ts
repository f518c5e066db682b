import type { Network } from './network';

/**
 * A change, as sent to open dashboards. It has no data, because the routes that return data check
 * who may see it. A delivery's change has the id of its payment. `read` (chains may have been read)
 * only updates the shown times.
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
 * Maximum ids per kind. Above it, a change without an id is sent: pages with a list read the whole
 * list again in any case.
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
