import { MAX_UNIX_SECONDS } from '@/lib/domain/limits';
import { TypedFilterField } from './typed-filter-field';

interface FieldProps {
  readonly label: string;
  /** Unix time in seconds; null for an empty field. */
  readonly value: number | null;
  /** Makes this a field for a day. `start` gives the first second of the day, `end` the last. */
  readonly day?: 'start' | 'end' | false;
  readonly onChange: (moment: number | null) => void;
}

/** Shows and reads the moment in the user's time zone. */
export function MomentField({ label, value, day = false, onChange }: FieldProps) {
  return (
    <TypedFilterField
      {...(day ? DAY : MOMENT)}
      label={label}
      text={toLocalInput(value).slice(0, day ? 10 : 19)}
      read={(text) => fromLocalInput(day ? text + TIMES[day] : text)}
      onChange={onChange}
    />
  );
}

const TIMES = { start: 'T00:00:00', end: 'T23:59:59' } as const;

interface Range {
  /** Unix time in seconds, both ends included; null for no limit. */
  readonly from: number | null;
  readonly to: number | null;
}

interface Props extends Range {
  readonly days?: boolean;
  readonly onChange: (change: Partial<Range>) => void;
}

export function MomentRangeFields({ from, to, days = false, onChange }: Props) {
  return (
    <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
      <MomentField
        label="From"
        value={from}
        day={days && 'start'}
        onChange={(moment) => onChange({ from: moment })}
      />
      <MomentField
        label="To"
        value={to}
        day={days && 'end'}
        onChange={(moment) => onChange({ to: moment })}
      />
    </div>
  );
}

const MOMENT = {
  type: 'datetime-local',
  step: 1,
  rule: 'Enter a complete date and time, from 1970 to 9999.',
} as const;

const DAY = { type: 'date', rule: 'Enter a complete date, from 1970 to 9999.' } as const;

/**
 * Converts Unix seconds to local time as datetime-local fields expect it: "2026-03-01T14:30:00".
 */
function toLocalInput(seconds: number | null): string {
  if (seconds === null) return '';
  const at = new Date(seconds * 1000);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, 19);
}

/** Converts a field's value to Unix seconds; undefined for a time outside the API's range. */
function fromLocalInput(text: string): number | undefined {
  const seconds = Math.floor(new Date(text).getTime() / 1000);
  return seconds >= 0 && seconds <= MAX_UNIX_SECONDS ? seconds : undefined;
}
