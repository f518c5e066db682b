import { money } from '@/app/_ui/money';
import { ageText } from '@/app/_ui/time-text';
import type { StripRange } from '@/lib/domain/strip-times';
import type { OverviewStripsAnswer } from '@/lib/http/overview/overview-strips-answer';

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

export function axisLabels({ buckets, range }: Strips) {
  const every = LABEL_EVERY[range];
  const first = range === '7d' ? 0 : (buckets.length - 1) % every;
  return buckets.flatMap(({ start }, nth) =>
    nth >= first && (nth - first) % every === 0 ? [{ nth, text: shown(start).date }] : [],
  );
}

/** The time of a bucket: "Sun 3 May", "Sun 3 May, 06:00 to 12:00", or "Week of 27 Apr". */
export function bucketText({ buckets, range, today }: Strips, nth: number) {
  const { weekday, date, time } = shown(buckets[nth]?.start ?? today.start);
  if (range === '365d') return `Week of ${date}`;
  if (range !== '7d') return `${weekday} ${date}`;
  const end = buckets[nth + 1]?.start;
  return `${weekday} ${date}, ${time} to ${end ? shown(end).time : 'now'}`;
}

/** The first and the last day of the range, with years if they may differ. */
export function rangeText({ buckets, range, today }: Strips): string {
  const day = (at: string) => {
    const { date, year } = shown(at);
    return range === '365d' ? `${date} ${year}` : date;
  };
  return `${day(buckets[0]?.start ?? today.start)} to ${day(today.start)}`;
}

/**
 * A moment in the viewer's time zone, formatted like Intl’s en-GB. Intl's first format would take a
 * fifth of the overview's hydration time; `toUTCString` has one form everywhere (ECMA-262).
 *
 * @param at the local time, with its offset from UTC
 */
function shown(at: string) {
  const utc = new Date(`${at.slice(0, 19)}Z`).toUTCString();
  const [weekday = '', day = '', month = '', year = '', time = ''] = utc.split(/,? /);
  const date = `${Number(day)} ${month === 'Sep' ? 'Sept' : month}`;
  return { weekday, date, year, time: time.slice(0, 5) };
}

/** "98.4 %"; 0 % and 100 % only if exact; null for a whole of zero. */
export function shareText(part: number, whole: number): string | null {
  if (whole === 0) return null;
  const tenths = Math.round((1_000 * part) / whole);
  const shown = part === 0 || part === whole ? tenths : Math.min(999, Math.max(1, tenths));
  return `${shown / 10} %`;
}

/** The confirmed amount in the display currency; none if no payment has a rate in it. */
export function volumeText(
  { volume, payments }: Bucket['received'],
  currency: string,
): string | null {
  if (!volume) return null;
  const isUnknown = volume.without_rate > 0 && volume.without_rate === payments;
  return isUnknown ? 'No rate' : money(volume.amount, currency, 'en');
}

const THOUSANDS = ['', 'K', 'M', 'B', 'T'];

/** A power of ten of satoshis: "10K sat", "1M sat". */
export function powerText(sats: number): string {
  const zeros = Math.round(Math.log10(sats));
  const threes = Math.min(Math.floor(zeros / 3), THOUSANDS.length - 1);
  return `${10 ** (zeros - 3 * threes)}${THOUSANDS[threes]} sat`;
}

/** The share of attempts that were accepted. */
export function acceptedText({ accepted, failed }: Attempts): string | null {
  return shareText(accepted, accepted + failed);
}

export function lagText(minutes: number | null): string {
  if (minutes === null) return 'Not recorded';
  return minutes === 0 ? 'On time' : `Up to ${ageText(minutes * 60_000)} behind`;
}

/** The worst lag of the range; null if nothing is recorded. */
export function worstLag(buckets: readonly Bucket[]): number | null {
  const known = buckets.flatMap(({ lag_minutes: minutes }) => minutes ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

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

/** A text of everything that the strips show for a bucket. */
export function readingText(strips: Strips, nth: number): string {
  const bucket = strips.buckets[nth];
  if (!bucket) return '';
  const { received, earlier_sats: before, outcomes, lag_minutes: minutes } = bucket;
  const expired = shareText(outcomes.expired, outcomes.created);
  return [
    bucketText(strips, nth),
    `Received ${received.sats} sat, ${before} sat in the previous period`,
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
