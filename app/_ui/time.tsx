'use client';

import { useEffect, useState } from 'react';
import { countdownText, fullStamp, relativeTime } from './time-text';

const RELATIVE_TICK_MS = 20_000;

/**
 * "4 min ago" within a day, else the date; the full time on hover. The server renders UTC, since it
 * does not know the viewer's time zone.
 */
export function RelativeTime({ iso, className }: { iso: string; className?: string | undefined }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), RELATIVE_TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const at = new Date(iso);
  return (
    <time
      dateTime={iso}
      title={
        now === null ? undefined : `${fullStamp(at)} (${iso.slice(0, 19).replace('T', ' ')} UTC)`
      }
      className={className}
    >
      {now === null ? `${iso.slice(0, 16).replace('T', ' ')} UTC` : relativeTime(at, now)}
    </time>
  );
}

const COUNTDOWN_TICK_MS = 1_000;

/** The time until a moment, every second. It is not announced. */
export function Countdown({ iso }: { iso: string }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), COUNTDOWN_TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time
      dateTime={iso}
      title={now === null ? undefined : fullStamp(new Date(iso))}
      className="whitespace-nowrap tabular-nums"
    >
      {now === null ? `${iso.slice(0, 16).replace('T', ' ')} UTC` : countdownText(iso, now)}
    </time>
  );
}

/** The time to the second in the viewer's zone, with the date unless it is today. */
export function ClockTime({ iso }: { iso: string }) {
  const [local, setLocal] = useState<{ text: string; title: string }>();
  useEffect(() => setLocal(textsOf(new Date(iso), new Date())), [iso]);
  return (
    <time dateTime={iso} title={local?.title} className="tabular-nums">
      {local?.text ?? `${iso.slice(0, 19).replace('T', ' ')} UTC`}
    </time>
  );
}

function textsOf(at: Date, now: Date) {
  const time = at.toLocaleTimeString('en-GB');
  const sameDay = at.toDateString() === now.toDateString();
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }).format(at);
  const utc = at.toISOString().slice(0, 19).replace('T', ' ');
  return {
    text: sameDay ? time : `${day}, ${time}`,
    title: `${relativeTime(at, now.getTime())}, ${fullStamp(at)} (${utc} UTC)`,
  };
}
