'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Button } from '@/app/_ui/button';
import { EmptyState } from '@/app/_ui/empty-state';
import { STATUS_CLASSES } from '@/lib/domain/status-class';
import { apiRequestQueries, keyQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { FilterChips, FilterSelect } from '../../_list/filters';
import { QueryState } from '../../_list/query-state';
import { SearchBox } from '../../_list/search-box';
import { ShowMore } from '../../_list/show-more';
import { useUrlState } from '../../_list/use-url-state';
import { RequestDetail } from './request-detail';
import { RequestSkeleton, RequestTable } from './request-table';
import { requestListSearch, requestsUrlParsers } from './requests-url';

const STATUS_CHIPS = [
  { value: 'all', label: 'All' },
  ...STATUS_CLASSES.map((value) => ({ value, label: value })),
] as const;

export function Requests() {
  const [url, setUrl] = useUrlState(requestsUrlParsers);
  const { data: keys } = useQuery(keyQueries.list());
  const search = useCallback((id: string) => setUrl({ request: id || null }), [setUrl]);
  const several = (keys?.data.length ?? 0) > 1;
  return (
    <>
      <PageHead title="Requests" aside={false}>
        Your backend’s API requests of the last 7 days, without bodies and query strings. New
        requests appear within seconds.
      </PageHead>
      <div className="flex flex-wrap gap-2">
        <SearchBox
          label="Search by request id"
          placeholder="Request id"
          value={url.request}
          onSearch={search}
        />
        {url.request === '' && (
          <>
            <FilterChips
              label="Status"
              value={url.status ?? 'all'}
              choices={STATUS_CHIPS}
              onChoose={(status) => setUrl({ status: status === 'all' ? null : status })}
            />
            {(several || url.key) && (
              <FilterSelect
                label="API key"
                value={url.key}
                all="All keys"
                choices={(keys?.data ?? []).map(({ id, name }) => [id, name])}
                onChoose={(key) => setUrl({ key })}
              />
            )}
          </>
        )}
      </div>
      {url.request === '' ? (
        <List
          filters={requestListSearch(url)}
          withKey={several && url.key === null}
          onClear={() => setUrl(null)}
        />
      ) : (
        <RequestDetail id={url.request} onClear={() => search('')} />
      )}
    </>
  );
}

interface ListProps {
  readonly filters: string;
  readonly withKey: boolean;
  readonly onClear: () => void;
}

function List({ filters, withKey, onClear }: ListProps) {
  const query = useInfiniteQuery(apiRequestQueries.list(filters));
  const requests = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <QueryState what="The requests" query={query} skeleton={<RequestSkeleton />}>
      {() =>
        requests.length > 0 ? (
          <>
            <RequestTable requests={requests} withKey={withKey} />
            <ShowMore query={query} />
          </>
        ) : (
          <EmptyState
            title={filters ? 'No matching requests in the last 7 days.' : 'No requests yet.'}
            action={filters && <Button onClick={onClear}>Clear filters</Button>}
          >
            {!filters && <p>Requests with your API keys are listed here for 7 days.</p>}
          </EmptyState>
        )
      }
    </QueryState>
  );
}
