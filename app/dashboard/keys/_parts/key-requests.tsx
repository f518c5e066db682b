'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Button } from '@/app/_ui/button';
import { Empty } from '@/app/_ui/empty';
import { STATUS_CLASSES, type StatusClass } from '@/lib/domain/status-class';
import { requestQueries } from '../../_data/queries';
import { FilterChips } from '../../_list/filters';
import { QueryState } from '../../_list/query-state';
import { SearchBox } from '../../_list/search-box';
import { ShowMore } from '../../_list/show-more';
import { FoundRequest } from './found-request';
import { RequestSkeleton, RequestTable } from './request-table';

const STATUS_CHIPS = [
  { value: 'all', label: 'All' },
  ...STATUS_CLASSES.map((value) => ({ value, label: value })),
] as const;

interface Props {
  readonly apiKeyId: string;
  /** The id that was searched for, or empty. */
  readonly request: string;
  readonly onSearch: (request: string) => void;
}

export function KeyRequests({ apiKeyId, request, onSearch }: Props) {
  const [status, setStatus] = useQueryState('status', parseAsStringLiteral(STATUS_CLASSES));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-reading text-ink-2">
        The last 7 days, without bodies and queries. A new request appears within seconds.
      </p>
      <div className="flex flex-wrap gap-2">
        <SearchBox
          label="Search by request id"
          placeholder="Request id"
          value={request}
          onSearch={onSearch}
        />
        {request === '' && (
          <FilterChips
            label="Status"
            value={status ?? 'all'}
            choices={STATUS_CHIPS}
            onChoose={(chosen) => void setStatus(chosen === 'all' ? null : chosen)}
          />
        )}
      </div>
      {request === '' ? (
        <List apiKeyId={apiKeyId} status={status} onClear={() => void setStatus(null)} />
      ) : (
        <FoundRequest id={request} apiKeyId={apiKeyId} onClear={() => onSearch('')} />
      )}
    </div>
  );
}

interface ListProps {
  readonly apiKeyId: string;
  readonly status: StatusClass | null;
  readonly onClear: () => void;
}

function List({ apiKeyId, status, onClear }: ListProps) {
  const query = useInfiniteQuery(requestQueries.ofKey(apiKeyId, status));
  const requests = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <QueryState what="The requests" query={query} skeleton={<RequestSkeleton />}>
      {() =>
        requests.length > 0 ? (
          <>
            <RequestTable apiKeyId={apiKeyId} requests={requests} />
            <ShowMore query={query} />
          </>
        ) : (
          <Empty
            title={status ? `No ${status} requests in the last 7 days.` : 'No requests yet.'}
            action={status && <Button onClick={onClear}>Clear filter</Button>}
          >
            {!status && <p>Requests with this key are listed here for 7 days.</p>}
          </Empty>
        )
      }
    </QueryState>
  );
}
