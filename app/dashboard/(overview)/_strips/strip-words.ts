import { dateFormat } from '@/app/_ui/intl-formats';
import { ageText } from '@/app/_ui/time-text';
import type { StripRange } from '@/lib/domain/strip-times';
import type { OverviewStripsAnswer } from '@/lib/http/answers/overview-strips';

export type Strips = OverviewStripsAnswer;
export type Bucket = Strips['buckets'][number];
export type Attempts = Strips['endpoints']['busiest'][number]['ticks'][number];

/** Buckets between two labels of the axis, so that a label begins a day, a week, or two months. */
const LABEL_EVERY: Readonly<Record<StripRange, number>> = {
  '7d': 4,
  '30d': 7,
  '90d': 14,
  '365d': 8,
};

/** The buckets that have a label on the axis, and those labels. */
export function axisLabels({ buckets, range, time_zone: timeZone }: Strips) {
  const every = LABEL_EVERY[range];
  const first = range === '7d' ? 0 : (buckets.length - 1) % every;
  return buckets.flatMap(({ start }, nth) =>
    nth >= first && (nth - first) % every === 0 ? [{ nth, text: dayText(start, timeZone) }] : [],
  );
}

/** When a bucket was: "Sun 3 May", "Sun 3 May, 06:00 to 12:00", or "Week of 27 Apr". */
export function bucketText({ buckets, range, time_zone: timeZone, now }: Strips, nth: number) {
  const start = buckets[nth]?.start ?? now;
  if (range === '365d') return `Week of ${dayText(start, timeZone)}`;
  const day = textOf(start, timeZone, { weekday: 'short', day: 'numeric', month: 'short' });
  if (range !== '7d') return day;
  const end = buckets[nth + 1]?.start;
  const time = (at: string) => textOf(at, timeZone, { hour: '2-digit', minute: '2-digit' });
  return `${day}, ${time(start)} to ${end ? time(end) : 'now'}`;
}

/** The first and the last day of the range, with their years where these may differ. */
export function rangeText({ buckets, range, time_zone: timeZone, now }: Strips): string {
  const year = range === '365d' ? ({ year: 'numeric' } as const) : {};
  const day = (at: string) => textOf(at, timeZone, { day: 'numeric', month: 'short', ...year });
  return `${day(buckets[0]?.start ?? now)} to ${day(now)}`;
}

function dayText(at: string, timeZone: string): string {
  return textOf(at, timeZone, { day: 'numeric', month: 'short' });
}

function textOf(at: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat('en-GB', { ...options, timeZone }).format(new Date(at));
}

/** "98.4 %"; 0 % and 100 % only where it is exactly that; null of nothing. */
export function shareText(part: number, whole: number): string | null {
  if (whole === 0) return null;
  const tenths = Math.round((1_000 * part) / whole);
  const shown = part === 0 || part === whole ? tenths : Math.min(999, Math.max(1, tenths));
  return `${shown / 10} %`;
}

/** The share of attempts that were accepted. */
export function acceptedText({ accepted, failed }: Attempts): string | null {
  return shareText(accepted, accepted + failed);
}

export function lagText(minutes: number | null): string {
  if (minutes === null) return 'Not recorded';
  return minutes === 0 ? 'On time' : `Up to ${ageText(minutes * 60_000)} behind`;
}

/** The worst of the range; null where nothing at all is recorded. */
export function worstLag(buckets: readonly Bucket[]): number | null {
  const known = buckets.flatMap(({ lag_minutes: minutes }) => minutes ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

/** All outcomes of the range. */
export function allOutcomes(buckets: readonly Bucket[]): Bucket['outcomes'] {
  const sum = (count: keyof Bucket['outcomes']) =>
    buckets.reduce((total, { outcomes }) => total + outcomes[count], 0);
  return {
    created: sum('created'),
    paid: sum('paid'),
    confirmed: sum('confirmed'),
    expired: sum('expired'),
  };
}

/** Everything that the strips say of a bucket, as one sentence for each. */
export function readingText(strips: Strips, nth: number): string {
  const bucket = strips.buckets[nth];
  if (!bucket) return '';
  const { received, earlier_sats: before, outcomes, lag_minutes: minutes } = bucket;
  const expired = shareText(outcomes.expired, outcomes.created);
  return [
    bucketText(strips, nth),
    `Received ${received.sats} sat, ${before} sat in the range before`,
    `${outcomes.created} created, ${outcomes.paid} paid, ${outcomes.confirmed} confirmed${expired ? `, ${expired} expired` : ''}`,
    ...strips.endpoints.busiest.map(({ host, ticks }) => `${host}: ${attemptsText(ticks[nth])}`),
    `Chain: ${lagText(minutes)}`,
  ].join('. ');
}

/** "12 of 14 accepted". */
export function attemptsText({ accepted, failed }: Attempts = { accepted: 0, failed: 0 }): string {
  const attempts = accepted + failed;
  return attempts === 0 ? 'no attempts' : `${accepted} of ${attempts} accepted`;
}
