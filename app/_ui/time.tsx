'use client';

import { useClock, useNowEvery } from './clock';
import {
  countdownText,
  formatRelativePastTime,
  formatTimeToSecond,
  fullStamp,
  relativeTime,
  shortStamp,
  utcStamp,
} from './time-text';

interface RelativeTimeProps {
  readonly iso: string;
  /** Whether the time may be in the future, such as an expiry. */
  readonly upcoming?: boolean;
  readonly className?: string | undefined;
}

/** Shows "4 min ago" within a day, and the date after that. On hover, shows the full time. */
export function RelativeTime({ iso, upcoming = false, className }: RelativeTimeProps) {
  const { now, timeZone } = useClock();
  const at = new Date(iso);
  const textOf = upcoming ? relativeTime : formatRelativePastTime;
  const utc = utcStamp(at);
  return (
    <time
      dateTime={iso}
      className={className}
      title={utc}
      onPointerEnter={({ currentTarget }) => {
        // The full time is formatted only on hover, because formatting dozens of times is slow.
        currentTarget.title = `${fullStamp(at, timeZone)} (${utc})`;
      }}
    >
      {textOf(at, now, timeZone)}
    </time>
  );
}

export function DateTimeText({ iso }: { iso: string }) {
  const { timeZone } = useClock();
  return <time dateTime={iso}>{shortStamp(new Date(iso), timeZone)}</time>;
}

const COUNTDOWN_TICK_MS = 1_000;

/** Updated every second. Screen readers do not announce it. */
export function Countdown({ iso }: { iso: string }) {
  const { timeZone } = useClock();
  const now = useNowEvery(COUNTDOWN_TICK_MS);
  return (
    <time
      dateTime={iso}
      title={fullStamp(new Date(iso), timeZone)}
      className="whitespace-nowrap tabular-nums"
    >
      {countdownText(iso, now)}
    </time>
  );
}

export function ClockTime({ iso }: { iso: string }) {
  const { now, timeZone } = useClock();
  const at = new Date(iso);
  return (
    <time
      dateTime={iso}
      title={`${formatRelativePastTime(at, now, timeZone)}, ${fullStamp(at, timeZone)} (${utcStamp(at)})`}
      className="tabular-nums"
    >
      {formatTimeToSecond(at, now, timeZone)}
    </time>
  );
}
