'use client';

import { useEffect, useState } from 'react';
import { fullStamp, relativeTime } from './time-text';

const TICK_MS = 20_000;

/**
 * How long ago under a day, else the date; the full stamp in the viewer's own zone on hover. The
 * server renders the stamp in UTC, since it cannot know the zone.
 */
export function RelativeTime({ iso, className }: { iso: string; className?: string | undefined }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
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
