import { localeWithLatinDigits } from '@/lib/domain/locale-with-latin-digits';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Once less than this time is left, the countdown also shows seconds. */
const LAST_MINUTES = 5 * MINUTE;

/** Returns "2 hr 5 min", "54 min", or "04:59" in the last five minutes. */
export function timeLeft(ms: number, language: string): string {
  const left = Math.max(0, ms);
  if (left < LAST_MINUTES) {
    const seconds = Math.ceil(left / SECOND);
    return [Math.floor(seconds / 60), seconds % 60]
      .map((n) => String(n).padStart(2, '0'))
      .join(':');
  }
  const minutes = Math.floor(left / MINUTE);
  const unit = (value: number, name: 'hour' | 'minute') =>
    new Intl.NumberFormat(localeWithLatinDigits(language), {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
    }).format(value);
  if (left < HOUR) return unit(minutes, 'minute');
  const rest = minutes % 60;
  return [unit(Math.floor(minutes / 60), 'hour'), ...(rest ? [unit(rest, 'minute')] : [])].join(
    ' ',
  );
}
