import clsx from 'clsx';
import { ButtonLink } from '@/app/_ui/button';
import { useClock } from '@/app/_ui/clock';
import { canMakeChanges } from '@/lib/domain/roles';
import type { NoticesResponse } from '@/lib/http/home/home-response';
import { useFrame } from '../../_frame/frame';
import { noticeRows } from './notice-rows';
import { InboxRow, type InboxRowsState, LazyNoteForm } from './row';

interface Props {
  readonly open: boolean;
  readonly notices: NoticesResponse;
  readonly rows: InboxRowsState;
}

/** Inbox rows that are not about a payment. */
export function NoticeItems({ notices, rows }: Props) {
  const { now } = useClock();
  const mayChange = useFrame(({ role }) => canMakeChanges(role));
  return noticeRows(notices, now).map((row) => {
    const isOpen = rows.isOpen(row.id);
    const note = rows.noteOf(row.subject);
    return (
      <li key={row.id} className={clsx(isOpen && 'is-open')}>
        <InboxRow
          badge={row.badge}
          tone={row.tone}
          name={<span className="font-medium wrap-anywhere">{row.name}</span>}
          reason={row.reason}
          note={note}
          action={
            <ButtonLink href={row.href} data-row-link="">
              {row.action}
            </ButtonLink>
          }
          isOpen={isOpen}
          onToggle={mayChange ? () => rows.toggle(row.id) : undefined}
        />
        {isOpen && (
          <div className="inbox-open">
            <LazyNoteForm open subject={row.subject} of={note} />
          </div>
        )}
      </li>
    );
  });
}
