'use client';

import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useCallback } from 'react';
import { GroupedNumber } from '@/app/_ui/amount';
import { Button, ButtonLink } from '@/app/_ui/button';
import { EmptyState } from '@/app/_ui/empty-state';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import { durationText } from '@/app/_ui/time-text';
import type {
  EndpointPageResponse,
  EndpointResponse,
} from '@/lib/http/endpoints/endpoint-response';
import { endpointQueries } from '../../_data/queries';
import { endpointPage, TEST_WEBHOOK } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { Pager } from '../../_list/pager';
import { QueryState } from '../../_list/query-state';
import { RowLink } from '../../_list/row-link';
import { SearchBox } from '../../_list/search-box';
import { useUrlState } from '../../_list/use-url-state';
import { EndpointState } from './endpoint-state';
import { lastReply } from './endpoint-words';
import { ENDPOINTS_PER_PAGE, endpointListSearch, endpointsUrlParsers } from './endpoints-url';
import { FailingEndpointBanner } from './failing-endpoint-banner';
import { Sparkline } from './sparkline';
import { stripHttpsScheme } from './strip-https-scheme';

export function Endpoints() {
  const [url, setUrl] = useUrlState(endpointsUrlParsers);
  const query = useQuery(endpointQueries.list(endpointListSearch(url)));
  const setText = useCallback(
    (text: string) => setUrl({ url: text || null, endpoints: null }),
    [setUrl],
  );
  const filtered = url.url !== '' || url.endpoints > 1;
  const total = query.data?.pagination.total;
  const isLong = filtered || (total !== undefined && total > ENDPOINTS_PER_PAGE);
  return (
    <>
      {query.data && <Failing page={query.data} />}
      <Section title="Endpoints">
        {isLong && (
          <SearchBox
            label="Search by URL"
            placeholder="URL"
            value={url.url}
            onSearch={setText}
            hasShortcut={false}
          />
        )}
        <QueryState what="The endpoints" query={query} skeleton={SKELETON}>
          {(page) => (
            <List
              page={page}
              filtered={filtered}
              onClear={() => setUrl(null)}
              onPage={(to) => setUrl({ endpoints: to })}
            />
          )}
        </QueryState>
      </Section>
    </>
  );
}

/** Shows the first failing endpoint of the page. Failing endpoints come first in the list. */
function Failing({ page }: { page: EndpointPageResponse }) {
  const failing = page.data.filter(({ state }) => state === 'failing');
  const [first, ...others] = failing;
  return (
    first && (
      <FailingEndpointBanner endpoint={first} others={others.length} canTest={page.can.change} />
    )
  );
}

interface ListProps {
  readonly page: EndpointPageResponse;
  readonly filtered: boolean;
  readonly onClear: () => void;
  readonly onPage: (page: number) => void;
}

function List({ page, filtered, onClear, onPage }: ListProps) {
  if (page.data.length > 0) {
    return (
      <>
        <Table
          caption="Webhook endpoints"
          columns={COLUMNS}
          rows={page.data}
          keyOf={({ id }) => id}
        />
        {(filtered || page.pagination.has_more) && (
          <Pager label="Pages of endpoints" pagination={page.pagination} onPage={onPage} />
        )}
      </>
    );
  }
  if (filtered) {
    return (
      <EmptyState
        title="No matching endpoints."
        action={<Button onClick={onClear}>Clear search</Button>}
      />
    );
  }
  return (
    <EmptyState
      title="No endpoints yet."
      action={
        <ButtonLink variant="primary" href={TEST_WEBHOOK}>
          Send a test webhook
        </ButtonLink>
      }
    >
      Add an endpoint for the events of all payments. Webhook URLs of payments and API keys appear
      here with their first event.
    </EmptyState>
  );
}

const COLUMNS: readonly Column<EndpointResponse>[] = [
  {
    head: 'Endpoint',
    phone: 'first-start',
    className: 'sm:w-full',
    cellClassName: 'sm:max-w-0',
    cell: ({ id, url, name }) => (
      <span className="grid">
        <RowLink
          href={endpointPage(id)}
          className={clsx('truncate text-accent hover:underline', !name && 'mono text-small')}
          title={url}
        >
          {name ?? stripHttpsScheme(url)}
        </RowLink>
        {name && (
          <span className="mono truncate text-ink-2 text-small">{stripHttpsScheme(url)}</span>
        )}
      </span>
    ),
  },
  {
    head: 'State',
    phone: 'second-start',
    cellClassName: 'sm:min-w-52 sm:max-w-72',
    cell: (endpoint) => <EndpointState endpoint={endpoint} />,
  },
  {
    head: 'Success, 24 h',
    phone: 'third',
    className: 'max-lg:sm:hidden',
    cell: ({ hours }) => <Sparkline hours={hours} />,
  },
  {
    head: 'Last reply',
    className: 'max-xl:hidden',
    cellClassName: 'whitespace-nowrap',
    cell: ({ standing }) => <Reply standing={standing} />,
  },
  {
    head: 'Pending',
    numeric: true,
    phone: 'second-end',
    cell: ({ waiting: { count } }) => (
      <span className={clsx(count === 0 && 'text-ink-3')}>
        <GroupedNumber value={count} />
        <span className="text-ink-3 sm:hidden"> pending</span>
      </span>
    ),
  },
];

function Reply({ standing }: Pick<EndpointResponse, 'standing'>) {
  const { last_at: iso, last_ms: ms } = standing;
  if (!iso) return <span className="text-ink-3">None</span>;
  return (
    <span className="grid">
      {lastReply(standing)}
      <span className="text-ink-3 text-small">
        <RelativeTime iso={iso} />
        {ms !== null && `, ${durationText(ms)}`}
      </span>
    </span>
  );
}

const SKELETON = <SkeletonTable caption="Loading webhook endpoints" columns={COLUMNS} rows={3} />;
