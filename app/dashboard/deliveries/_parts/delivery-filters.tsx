'use client';

import { useQuery } from '@tanstack/react-query';
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { Select } from '@/app/_ui/field';
import { EVENT_TYPES } from '@/lib/domain/payment';
import { TIME_RANGES } from '@/lib/domain/time-range';
import { keyQueries } from '../../_data/queries';
import { FilterChips, RANGE_NAMES } from '../../_list/filters';
import { SearchBox } from '../../_list/search-box';

export const SHOWN_STATES = ['failed', 'retrying', 'pending', 'delivered'] as const;

const parsers = {
  status: parseAsStringLiteral(SHOWN_STATES),
  event: parseAsStringLiteral(EVENT_TYPES),
  key: parseAsString,
  range: parseAsStringLiteral(TIME_RANGES),
  q: parseAsString.withDefault(''),
  /** From 1. */
  page: parseAsInteger.withDefault(1),
  /** The delivery beside the list. */
  open: parseAsString,
};

const NO_FILTERS = { status: null, event: null, key: null, range: null, q: null, page: null };
const PAGE_SIZE = 50;

/** The list's filters, page and open delivery, as they stand in the address bar. */
export function useDeliveryUrl() {
  const [url, setUrl] = useQueryStates(parsers);
  const filters = {
    ...(url.event && { event: url.event }),
    ...(url.key && { key: url.key }),
    ...(url.range && { range: url.range }),
    ...(url.q && { q: url.q }),
  };
  const search = new URLSearchParams({
    ...filters,
    ...(url.status && { status: url.status }),
    limit: String(PAGE_SIZE),
    offset: String((Math.max(1, url.page) - 1) * PAGE_SIZE),
  });
  return {
    url,
    /** The filters without the status, as the resend of all that failed takes them. */
    filters,
    search: search.toString(),
    filtered: Object.keys(filters).length > 0 || url.status !== null,
    setUrl,
    /** Another filter begins at the first page again. */
    setFilter: (change: Parameters<typeof setUrl>[0]) =>
      void setUrl({ ...(change as object), page: null, open: null }),
    clearFilters: () => void setUrl({ ...NO_FILTERS, open: null }),
  };
}

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
