import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '@/app/_ui/badge';
import { IconButton } from '@/app/_ui/button';
import { ChevronDown } from '@/app/_ui/icons';
import { loadOnFirstOpen } from '@/app/_ui/load-on-first-open';
import { type NoteAndAssignee, TeamNote } from '../../_worklist/team-note';

/** Loaded when a row first opens. */
export const LazyNoteForm = loadOnFirstOpen(async () => (await import('./note-form')).NoteForm);

/** State shared by all rows: which row is open, and the team's notes. */
export interface InboxRowsState {
  readonly isOpen: (row: string) => boolean;
  readonly toggle: (row: string) => void;
  readonly noteOf: (subject: string) => NoteAndAssignee;
}

interface RowProps {
  readonly badge: string;
  readonly tone: Tone;
  readonly name: ReactNode;
  readonly reason: string;
  readonly note: NoteAndAssignee;
  readonly figure?: ReactNode;
  readonly action: ReactNode;
  readonly isOpen: boolean;
  /** Absent if the row has nothing more to show. */
  readonly onToggle?: (() => void) | undefined;
}

export function InboxRow(props: RowProps) {
  const { badge, tone, name, reason, note, figure, action, isOpen, onToggle } = props;
  return (
    <div className="inbox-row">
      <span className="inbox-badge">
        <Badge tone={tone}>{badge}</Badge>
      </span>
      <span className="inbox-name">{name}</span>
      <div className="inbox-why">
        <p>{reason}</p>
        <TeamNote of={note} />
      </div>
      <span className="inbox-figure">{figure}</span>
      <span className="inbox-action">{action}</span>
      <span className="inbox-toggle">
        {onToggle && (
          <IconButton
            label={`${isOpen ? 'Less' : 'More'} about ${badge.toLowerCase()}`}
            aria-expanded={isOpen}
            onClick={onToggle}
          >
            <ChevronDown aria-hidden className={clsx(isOpen && 'rotate-180')} />
          </IconButton>
        )}
      </span>
    </div>
  );
}
