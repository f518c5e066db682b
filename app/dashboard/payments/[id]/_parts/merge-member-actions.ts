import type { GroupedEntry } from './group-attempts';

type Action = Extract<GroupedEntry, { kind: 'action' }>;

/** `by` is the member who caused the entry. */
export type EntryWithMember = GroupedEntry & { readonly by?: string };

/** Merges a member's action with the entry that it caused. */
export function mergeMemberActions(entries: readonly GroupedEntry[]): EntryWithMember[] {
  const actions = entries.filter((entry) => entry.kind === 'action');
  const joined = new Set<GroupedEntry>();
  const named = entries.map((entry) => {
    const action = actions.find((one) => causes(one, entry));
    if (!action) return entry;
    joined.add(action);
    return { ...entry, by: action.actor };
  });
  return named.filter((entry) => !joined.has(entry));
}

function causes({ action }: Action, entry: GroupedEntry): boolean {
  if (entry.kind === 'created') return action === 'payment.create';
  return entry.kind === 'change' && entry.what === 'canceled' && action === 'payment.cancel';
}
