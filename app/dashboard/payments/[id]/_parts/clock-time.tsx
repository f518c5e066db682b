'use client';

import { useEffect, useState } from 'react';
import { fullStamp, relativeTime } from '@/app/_ui/time-text';

/** The time to the second in the viewer's zone, with the date when it is another day. */
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
