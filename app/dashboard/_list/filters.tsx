'use client';

import clsx from 'clsx';
import type { TimeRange } from '@/lib/domain/time-range';

/** What a range is called in a list of choices. */
export const RANGE_NAMES: Readonly<Record<TimeRange, string>> = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '365d': 'Last year',
};

interface Props<T extends string> {
  /** What is chosen, for screen readers. */
  readonly label: string;
  readonly value: T;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly onChoose: (value: T) => void;
}

/** One choice of a few, all in view. Arrow keys move between them, as radio buttons do. */
export function FilterChips<T extends string>({ label, value, choices, onChoose }: Props<T>) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={clsx(
            'inline-flex min-h-9 cursor-pointer items-center rounded-control border px-3 font-medium',
            'transition-colors duration-120 ease-standard pointer-coarse:min-h-11',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
            value === choice.value
              ? 'border-accent bg-accent-tint text-accent'
              : 'border-rule-strong bg-surface text-ink-2 hover:bg-sunken',
          )}
        >
          <input
            type="radio"
            name={label}
            value={choice.value}
            checked={value === choice.value}
            onChange={() => onChoose(choice.value)}
            className="sr-only"
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
