import type { Network } from './network';

/**
 * A change, as sent to open dashboards. It has no data, because the routes that return the data
 * check who may see it. A change of a delivery has the id of its payment. `read` means that chains
 * may have been read, which only updates the shown times.
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

/** The kinds of change without an id. Each stands for all changes of its kind. */
const WHOLES = { payment: 'payments', delivery: 'deliveries' } as const;

/**
 * Maximum number of ids to send for each kind. Above it, the ids are omitted, because a page with a
 * list reads the whole list again in any case.
 */
const MAX_NAMED = 20;

/**
 * Returns the changes. If there are many of one kind, a single change without an id replaces them.
 */
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
