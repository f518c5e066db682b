import { MAX_UNIX_SECONDS } from '@/lib/domain/limits';
import type { FilterChange, Filters } from './filters';
import { TypedField } from './typed-field';

interface Props {
  readonly filters: Filters;
  readonly onChange: (change: FilterChange) => void;
}

/** The first and the last moment at which a payment was created. */
export function CreatedFields({ filters, onChange }: Props) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">Created</legend>
      <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
        <TypedField
          {...MOMENT}
          label="From"
          text={toLocalInput(filters.from)}
          onChange={(from) => onChange({ from, range: null })}
        />
        <TypedField
          {...MOMENT}
          label="To"
          text={toLocalInput(filters.to)}
          onChange={(to) => onChange({ to, range: null })}
        />
      </div>
      <p className="text-ink-3 text-small">In your time zone, including both ends.</p>
    </fieldset>
  );
}

const MOMENT = {
  type: 'datetime-local',
  step: 1,
  read: fromLocalInput,
  rule: 'Enter a whole date and time, from 1970 to 9999.',
} as const;

/** Unix seconds as the value of a datetime-local field: "2026-03-01T14:30:00", local time. */
function toLocalInput(seconds: number | null): string {
  if (seconds === null) return '';
  const at = new Date(seconds * 1000);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, 19);
}

/** Undefined for a moment that the API does not take. */
function fromLocalInput(text: string): number | undefined {
  const seconds = Math.floor(new Date(text).getTime() / 1000);
  return seconds >= 0 && seconds <= MAX_UNIX_SECONDS ? seconds : undefined;
}
