'use client';

import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react';
import { DEFAULT_TIME_ZONE, systemTimeZone } from '@/lib/domain/intl-formats';

interface Clock {
  /** Unix time in ms. */
  readonly now: number;
  /** An IANA name; undefined for the browser's own time zone. */
  readonly timeZone: string | undefined;
}

const PageClock = createContext<Clock | null>(null);

const TICK_MS = 20_000;

interface Props {
  /** The server's time, ISO 8601. */
  readonly now: string;
  /** The cookie's time zone; undefined until a page has set the cookie. */
  readonly timeZone: string | undefined;
  readonly children: ReactNode;
}

/**
 * Hydrates with the server's time and time zone, because the browser must render the same text as
 * the server. After that, reads the browser's time every 20 s.
 */
export function ClockProvider({ now, timeZone: stored, children }: Props) {
  const [clock, setClock] = useState<Clock>(() => ({
    now: Date.parse(now),
    timeZone: stored ?? DEFAULT_TIME_ZONE,
  }));
  const isKnown = stored !== undefined;
  useEffect(() => {
    const read = () => setClock({ now: Date.now(), timeZone: systemTimeZone() });
    // Rendering again now would take as long as hydrating the list, so a known time zone waits for
    // the timer.
    if (!isKnown) startTransition(read);
    const timer = setInterval(read, TICK_MS);
    return () => clearInterval(timer);
  }, [isKnown]);
  return <PageClock value={clock}>{children}</PageClock>;
}

export function useClock(): Clock {
  const clock = use(PageClock);
  if (!clock) throw new Error('useClock needs the ClockProvider of the dashboard layout');
  return clock;
}

/**
 * Returns a time that is updated every `tickMs`, for content that changes more often than
 * `useClock`.
 *
 * @returns Unix time in ms
 */
export function useNowEvery(tickMs: number): number {
  const { now } = useClock();
  const [own, setOwn] = useState(now);
  useEffect(() => {
    const read = () => setOwn(Date.now());
    startTransition(read);
    const timer = setInterval(read, tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return Math.max(now, own);
}
