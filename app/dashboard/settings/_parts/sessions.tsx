'use client';

import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Badge } from '@/app/_ui/badge';
import { Button } from '@/app/_ui/button';
import { Skeleton } from '@/app/_ui/skeleton';
import { RelativeTime } from '@/app/_ui/time';
import { AUTH_FACTOR_PHRASES } from '@/lib/domain/auth-factor';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { SessionResponse } from '@/lib/http/merchant/people-response';
import { peopleQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { QueryState } from '../../_list/query-state';

export function Sessions() {
  const query = useQuery(peopleQueries.sessions());
  const list = useRef<HTMLUListElement>(null);
  // The focused button disappears with the session, so the list gets the focus.
  const onSuccess = () => list.current?.focus();
  const end = useChange('DELETE /api/dashboard/settings/sessions/{id}', {
    ask: ({ id }: SessionResponse) => ({ id }),
    done: () => 'Session ended.',
  });
  const endOthers = useChange('DELETE /api/dashboard/settings/sessions', {
    ask: () => ({}),
    done: ({ ended }) => `${countWithNoun(ended, 'session')} ended.`,
  });
  return (
    <QueryState what="Your sessions" query={query} skeleton={<Skeleton className="h-24 w-full" />}>
      {({ data: sessions }) => (
        <>
          <ul ref={list} tabIndex={-1} className="border-rule-5 border-y">
            {sessions.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                busy={end.isPending && end.variables.id === session.id}
                onEnd={() => end.mutate(session, { onSuccess })}
              />
            ))}
          </ul>
          {sessions.length > 1 && (
            <div>
              <Button
                size="small"
                busy={endOthers.isPending}
                onClick={() => endOthers.mutate(undefined, { onSuccess })}
              >
                End other sessions
              </Button>
            </div>
          )}
        </>
      )}
    </QueryState>
  );
}

interface ItemProps {
  readonly session: SessionResponse;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionItem({ session, busy, onEnd }: ItemProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {browserName(session.user_agent)}
          {session.current && <Badge tone="confirmed">Current</Badge>}
        </p>
        <p className="text-ink-2 text-small">
          {session.ip && <span className="mono">{session.ip}</span>}
          {session.ip && ', '}
          signed in <RelativeTime iso={session.created_at} />, last seen{' '}
          <RelativeTime iso={session.last_seen_at} />, confirmed{' '}
          {AUTH_FACTOR_PHRASES[session.factor]}
        </p>
      </div>
      {!session.current && (
        <Button variant="plain" size="small" busy={busy} onClick={onEnd}>
          End<span className="sr-only"> the session of {browserName(session.user_agent)}</span>
        </Button>
      )}
    </li>
  );
}

// Specific names come first, because most user agents also name other browsers.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Returns a name such as "Firefox on Linux". */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser';
  const nameIn = (list: typeof BROWSERS) => list.find(([form]) => form.test(userAgent))?.[1];
  const browser = nameIn(BROWSERS) ?? 'Unknown browser';
  const system = nameIn(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
