'use client';

import { useEffect, useState } from 'react';
import { fullStamp } from '@/app/_ui/time-text';
import { countdownText } from './countdown-text';

const TICK_MS = 1_000;

/** How long until a moment. Nothing is announced: it changes every second. */
export function Countdown({ iso }: { iso: string }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
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
