'use client';

import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/app/_ui/badge';
import { Button } from '@/app/_ui/button';
import { RelativeTime } from '@/app/_ui/relative-time';
import { Skeleton } from '@/app/_ui/skeleton';
import type { SessionAnswer } from '@/lib/http/answers/people';
import { peopleQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { ListState } from '../../_list/list-state';
import { browserName } from './browser-name';

/** The person's own sign-ins, each with the way to end it. */
export function Sessions() {
  const query = useQuery(peopleQueries.sessions());
  const endOthers = useChange('DELETE /api/dashboard/settings/sessions', {
    ask: () => ({}),
    changes: [peopleQueries.all()],
    done: ({ ended }) => (ended === 1 ? 'One sign-in has ended.' : `${ended} sign-ins have ended.`),
  });
  return (
    <ListState what="Your sign-ins" query={query} skeleton={<Skeleton className="h-24 w-full" />}>
      {({ data: sessions }) => (
        <>
          <ul className="border-rule-5 border-y">
            {sessions.map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <div>
              <Button size="small" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
                End all others
              </Button>
            </div>
          )}
        </>
      )}
    </ListState>
  );
}

function SessionLine({ session }: { session: SessionAnswer }) {
  const end = useChange('DELETE /api/dashboard/settings/sessions/{id}', {
    ask: () => ({ id: session.id }),
    changes: [peopleQueries.all()],
    done: () => 'The sign-in has ended.',
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {browserName(session.user_agent)}
          {session.current && <Badge tone="confirmed">This one</Badge>}
        </p>
        <p className="text-ink-2 text-small">
          {session.ip && <span className="mono">{session.ip}</span>}
          {session.ip && ', '}
          signed in <RelativeTime iso={session.created_at} />, last seen{' '}
          <RelativeTime iso={session.last_seen_at} />
        </p>
      </div>
      {!session.current && (
        <Button variant="plain" size="small" busy={end.isPending} onClick={() => end.mutate()}>
          End<span className="sr-only"> the sign-in of {browserName(session.user_agent)}</span>
        </Button>
      )}
    </li>
  );
}
