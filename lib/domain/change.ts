import type { Network } from './network';

/**
 * A change as sent to open dashboards. It contains no data, because only the routes of the data
 * decide who may see it. Changes of a delivery have the id of its payment. `read`: chains may have
 * been read, which only updates their times.
 */
export type Change =
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

/** The changes without an id, which represent all changes of their kind. */
const WHOLES = { payment: 'payments', delivery: 'deliveries' } as const;

/**
 * Maximum number of ids of a kind. Above it, ids are omitted, since a page with a list refetches it
 * in any case.
 */
const MAX_NAMED = 20;

/** Returns the changes. Many changes of a kind are replaced by one without an id. */
export function summarize(changes: Iterable<Change>): Change[] {
  const every = new Set(changes);
  if (every.has('all')) return ['all'];
  for (const [kind, whole] of Object.entries(WHOLES)) {
    const named = [...every].filter((change) => change.startsWith(`${kind} `));
    if (named.length > MAX_NAMED) every.add(whole);
    if (every.has(whole)) for (const change of named) every.delete(change);
  }
  return [...every];
}
