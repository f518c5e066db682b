'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Select } from '@/app/_ui/select';
import { EVENT_TYPES } from '@/lib/domain/payment';
import { TIME_RANGES } from '@/lib/domain/time-range';
import { keyQueries } from '../../_data/queries';
import { FilterChips } from '../../_list/filter-chips';
import { SearchBox } from '../../_list/search-box';
import { RANGE_NAMES } from '../../_list/time-ranges';
import type { useDeliveryUrl } from './delivery-url';

type State = ReturnType<typeof useDeliveryUrl>;

const STATES = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'retrying', label: 'Retrying' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
] as const;

export function DeliveryFilters({ state: { url, setFilter } }: { state: State }) {
  const { data: keys } = useQuery(keyQueries.list());
  const several = (keys?.data.length ?? 0) > 1;
  const search = useCallback((q: string) => setFilter({ q: q || null }), [setFilter]);
  return (
    <div className="grid gap-3">
      <FilterChips
        label="Status"
        value={url.status ?? 'all'}
        choices={STATES}
        onChoose={(status) => setFilter({ status: status === 'all' ? null : status })}
      />
      <div className="flex flex-wrap gap-2">
        <SearchBox
          label="Search by id, reference or URL"
          placeholder="Id, reference or URL"
          value={url.q}
          onSearch={search}
        />
        <Choice
          label="Event"
          value={url.event ?? ''}
          all="All events"
          choices={EVENT_TYPES.map((type) => [type, type])}
          onChoose={(event) => setFilter({ event: event || null })}
        />
        <Choice
          label="Range"
          value={url.range ?? ''}
          all="Any time"
          choices={TIME_RANGES.map((range) => [range, RANGE_NAMES[range]])}
          onChoose={(range) => setFilter({ range: range || null })}
        />
        {several && (
          <Choice
            label="API key"
            value={url.key ?? ''}
            all="All keys"
            choices={(keys?.data ?? []).map(({ id, name }) => [id, name])}
            onChoose={(key) => setFilter({ key: key || null })}
          />
        )}
      </div>
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T | '';
  /** What no choice is called. */
  readonly all: string;
  readonly choices: readonly (readonly [T, string])[];
  readonly onChoose: (value: T | '') => void;
}

function Choice<T extends string>({ label, value, all, choices, onChoose }: ChoiceProps<T>) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value as T | '')}
      className="max-w-56 max-sm:max-w-none max-sm:basis-40 max-sm:grow sm:w-auto"
    >
      <option value="">{all}</option>
      {choices.map(([chosen, name]) => (
        <option key={chosen} value={chosen}>
          {name}
        </option>
      ))}
    </Select>
  );
}
