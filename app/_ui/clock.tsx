'use client';

import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react';
import { ownTimeZone } from './intl-formats';

interface Clock {
  /** Unix time in ms. */
  readonly now: number;
  /** IANA name of the zone to write times in; undefined for the browser's own. */
  readonly timeZone: string | undefined;
}

const ServerClock = createContext<Clock | null>(null);

interface Props {
  /** The server's time, ISO 8601. */
  readonly now: string;
  readonly timeZone: string;
  readonly children: ReactNode;
}

/** The moment and the zone that a page is rendered with, so that hydration finds the same times. */
export function ClockProvider({ now, timeZone, children }: Props) {
  const [clock] = useState(() => ({ now: Date.parse(now), timeZone }));
  return <ServerClock value={clock}>{children}</ServerClock>;
}

/** The server's clock while the page is rendered and hydrated, then the browser's, every `tickMs`. */
export function useClock(tickMs: number): Clock {
  const server = use(ServerClock);
  if (!server) throw new Error('useClock needs the ClockProvider of the dashboard layout');
  const [clock, setClock] = useState(server);
  useEffect(() => {
    const read = () => setClock({ now: Date.now(), timeZone: ownTimeZone() });
    // The times of a page change together after hydration, which is not to hold up the first click.
    startTransition(read);
    const timer = setInterval(read, tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return clock;
}
