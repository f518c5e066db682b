import type { InboxNoteResponse } from '@/lib/http/home/home-response';

export type NoteAndAssignee = Pick<InboxNoteResponse, 'note' | 'assignee'>;

/**
 * Shows the team's note about an inbox row, and the assigned member; nothing if both are missing.
 */
export function TeamNote({ of }: { readonly of: NoteAndAssignee }) {
  const { note, assignee } = of;
  if (!note && !assignee) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-2 text-small">
      {assignee && <span className="wrap-anywhere">Assigned to {assignee.name}</span>}
      {note && <span className="wrap-anywhere">Note: “{note}”</span>}
    </p>
  );
}
