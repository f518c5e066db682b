import type { DecisionResponse } from '@/lib/http/home/home-response';

/** The team's note about a payment, and the member who takes care of it; nothing without either. */
export function TeamNote({ of }: { readonly of: Pick<DecisionResponse, 'note' | 'assignee'> }) {
  const { note, assignee } = of;
  if (!note && !assignee) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-2 text-small">
      {assignee && <span className="wrap-anywhere">Assigned to {assignee.name}</span>}
      {note && <span className="wrap-anywhere">Note: “{note}”</span>}
    </p>
  );
}
