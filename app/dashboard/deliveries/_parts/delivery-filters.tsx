'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Button } from '@/app/_ui/button';
import { X } from '@/app/_ui/icons';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { keyQueries } from '../../_data/queries';
import { FilterChips, FilterSelect, RANGE_CHOICES } from '../../_list/filters';
import { SearchBox } from '../../_list/search-box';
import { useUrlState } from '../../_list/use-url-state';
import { deliveryFilters, deliveryParsers, searchOf } from './delivery-url';

/** The list's filters, page and open delivery, kept in the URL. */
export function useDeliveryUrl() {
  const [url, setUrl] = useUrlState(deliveryParsers);
  const filters = deliveryFilters(url);
  return {
    url,
    /** The filters without the status, for resending all failed deliveries. */
    filters,
    search: searchOf(url),
    filtered: Object.keys(filters).length > 0 || url.status !== null,
    setUrl,
    /** Changing a filter returns to the first page. */
    setFilter: (change: Parameters<typeof setUrl>[0]) =>
      setUrl({ ...change, page: null, open: null }),
    clearFilters: () => setUrl(null),
  };
}

type State = ReturnType<typeof useDeliveryUrl>;

const STATUS_CHIPS = [
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
        choices={STATUS_CHIPS}
        onChoose={(status) => setFilter({ status: status === 'all' ? null : status })}
      />
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
          choices={EVENT_TYPES.map((type) => [type, type])}
          onChoose={(event) => setFilter({ event })}
        />
        <FilterSelect
          label="Created"
          value={url.range}
          all="Any time"
          choices={RANGE_CHOICES}
          onChoose={(range) => setFilter({ range })}
        />
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
    </div>
  );
}
