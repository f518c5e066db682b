'use client';

import { ChoiceChip } from '@/app/_ui/choice-chip';
import { Select } from '@/app/_ui/field';
import { TIME_RANGES, type TimeRange } from '@/lib/domain/time-range';

export const RANGE_NAMES: Readonly<Record<TimeRange, string>> = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '365d': 'Last year',
};

interface ChipsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly onChoose: (value: T) => void;
}

export function FilterChips<T extends string>({ label, value, choices, onChoose }: ChipsProps<T>) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <ChoiceChip
          key={choice.value}
          name={label}
          value={choice.value}
          checked={value === choice.value}
          onChange={() => onChoose(choice.value)}
        >
          {choice.label}
        </ChoiceChip>
      ))}
    </fieldset>
  );
}

export const RANGE_CHOICES = TIME_RANGES.map((range) => [range, RANGE_NAMES[range]] as const);

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T | null;
  /** The option that sets no filter: "All events". */
  readonly all: string;
  readonly choices: readonly (readonly [T, string])[];
  readonly onChoose: (value: T | null) => void;
}

export function FilterSelect<T extends string>(props: SelectProps<T>) {
  const { label, value, all, choices, onChoose } = props;
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChoose((target.value || null) as T | null)}
      className="max-w-56 max-sm:max-w-none max-sm:basis-40 max-sm:grow sm:w-auto"
    >
      <option value="">{all}</option>
      {choices.map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </Select>
  );
}
