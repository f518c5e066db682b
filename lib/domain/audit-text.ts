import { countWithNoun } from './count-with-noun';

type Data = Readonly<Record<string, unknown>>;

/** Returns ": old → new"; empty if the entry has no new value. */
export function formatOldAndNew({ from, to }: Data): string {
  if (to === undefined) return '';
  return `: ${from || 'none'} → ${to || 'none'}`;
}

const REASONS: Readonly<Record<string, string>> = {
  late: 'paid late',
  overpaid: 'overpaid',
  underpaid: 'underpaid',
  reverted: 'reverted',
  undelivered: 'webhook given up',
};

/** Formats why a payment was marked, such as " (paid late): “refunded in cash”". */
export function formatReasonAndNote({ reason, note }: Data): string {
  const why = REASONS[String(reason)];
  return `${why ? ` (${why})` : ''}${note ? `: “${note}”` : ''}`;
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** Formats how long a rotated secret keeps working. */
export function formatOverlap({ overlap_seconds: seconds }: Data): string {
  const whole = Number(seconds);
  if (!whole) return '; the earlier one ended immediately';
  const [size, unit] = UNITS.find(([length]) => whole % length === 0) ?? [1, 'second'];
  return `; the earlier one works for ${countWithNoun(whole / size, unit)} more`;
}

/** Formats the old and new value of each changed setting, such as ": name Shop → Till". */
export function formatChangedSettings({ changed }: Data): string {
  const texts = Object.entries(isRecord(changed) ? changed : {}).map(([setting, change]) => {
    const words = setting
      .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      .replace(/ (?:ip|url)/, (short) => short.toUpperCase());
    const { from, to } = isRecord(change) ? change : {};
    return `${words} ${valueText(from)} → ${valueText(to)}`;
  });
  return texts.length > 0 ? `: ${texts.join(', ')}` : '';
}

/**
 * Formats a change of the branding, whose audit entry has a record of all old values and a record
 * of all new values.
 */
export function formatChangedBranding({ from, to }: Data): string {
  const before = isRecord(from) ? from : {};
  const settings = Object.entries(isRecord(to) ? to : {});
  const changed = settings.map(([name, value]) => [name, { from: before[name], to: value }]);
  return formatChangedSettings({ changed: Object.fromEntries(changed) });
}

function isRecord(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? value.join(' ') : 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === null || value === undefined || value === '' ? 'none' : String(value);
}
