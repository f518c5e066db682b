'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { GroupedNumber } from '@/app/_ui/amount';
import { Button } from '@/app/_ui/button';
import { Select } from '@/app/_ui/field';
import { X } from '@/app/_ui/icons';
import { TAB_CLASSES, TAB_LIST_CLASSES } from '@/app/_ui/tabs';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { STORE_EVENT_TYPES } from '@/lib/domain/store-event-types';
import { TIME_RANGES } from '@/lib/domain/time-range';
import type { DeliveryPageResponse } from '@/lib/http/deliveries/delivery-detail-response';
import { keyQueries } from '../../_data/queries';
import { FilterSelect, RANGE_CHOICES } from '../../_list/filters';
import { SearchBox } from '../../_list/search-box';
import { useUrlState } from '../../_list/use-url-state';
import { deliveryFilters, deliveryListSearch, deliveryUrlParsers } from './delivery-url';

const UNFILTERED = {
  status: null,
  event: null,
  key: null,
  endpoint: null,
  range: '30d',
  q: '',
} as const;

/** Reads and writes the list's filters, page and open delivery in the URL. */
export function useDeliveryUrl() {
  const [url, setUrl] = useUrlState(deliveryUrlParsers);
  const filters = deliveryFilters(url);
  return {
    url,
    /** The filters without the status, for `ResendAll`. */
    filters,
    search: deliveryListSearch(url),
    filtered: deliveryListSearch(url) !== deliveryListSearch({ ...url, ...UNFILTERED }),
    setUrl,
    /** Changing a filter returns to the first page. */
    setFilter: (change: Parameters<typeof setUrl>[0]) =>
      setUrl({ ...change, page: null, open: null }),
    clearFilters: () => setUrl(null),
  };
}

type State = ReturnType<typeof useDeliveryUrl>;

const TABS = [
  [null, 'All'],
  ['failing', 'Failing'],
  ['failed', 'Given up'],
  ['delivered', 'Delivered'],
  ['paused', 'Paused'],
  ['sending', 'Sending'],
] as const;

interface TabsProps {
  readonly state: State;
  readonly counts: DeliveryPageResponse['counts'] | undefined;
}

/**
 * Each delivery is in the tab "All" and in one other tab. The tab "Sending" is shown only while it
 * has deliveries.
 */
export function DeliveryTabs({ state: { url, setFilter }, counts }: TabsProps) {
  const all = counts && Object.values(counts).reduce((sum, one) => sum + one, 0);
  return (
    <nav aria-label="Deliveries" className={TAB_LIST_CLASSES}>
      {TABS.map(([status, label]) => {
        const count = status === null ? all : counts?.[status];
        if (status === 'sending' && !count && url.status !== status) return null;
        return (
          <button
            key={label}
            type="button"
            aria-current={url.status === status || undefined}
            onClick={() => setFilter({ status })}
            className={TAB_CLASSES}
          >
            {label}
            {count !== undefined && (
              <span className="ms-1.5 font-normal text-ink-3 tabular-nums">
                <GroupedNumber value={count} />
              </span>
            )}
          </button>
        );
      })}
    </nav>
  );
}

const EVENT_CHOICES = [
  ...EVENT_TYPES.map((type) => [type, type] as const),
  ...STORE_EVENT_TYPES.map((type) => [type, `${type} (BTCPay)`] as const),
];

export function DeliveryFilters({ state: { url, setFilter } }: { state: State }) {
  const { data: keys } = useQuery(keyQueries.list());
  const several = (keys?.data.length ?? 0) > 1;
  const search = useCallback((q: string) => setFilter({ q: q || null }), [setFilter]);
  return (
    <div className="flex flex-wrap gap-2">
      <SearchBox
        label="Search by id, reference or URL"
        placeholder="Id, reference or URL"
        value={url.q}
        onSearch={search}
      />
      <FilterSelect
        label="Event"
        value={url.event}
        all="All events"
        choices={EVENT_CHOICES}
        onChoose={(event) => setFilter({ event })}
      />
      <Select
        aria-label="Created"
        value={url.range}
        onChange={({ target }) =>
          setFilter({ range: TIME_RANGES.find((one) => one === target.value) ?? null })
        }
        className="max-w-56 max-sm:max-w-none max-sm:basis-40 max-sm:grow sm:w-auto"
      >
        {RANGE_CHOICES.map(([range, name]) => (
          <option key={range} value={range}>
            {name}
          </option>
        ))}
      </Select>
      {several && (
        <FilterSelect
          label="API key"
          value={url.key}
          all="All keys"
          choices={(keys?.data ?? []).map(({ id, name }) => [id, name])}
          onChoose={(key) => setFilter({ key })}
        />
      )}
      {url.endpoint && (
        <Button onClick={() => setFilter({ endpoint: null })}>
          <X aria-hidden />
          One endpoint only
        </Button>
      )}
    </div>
  );
}
