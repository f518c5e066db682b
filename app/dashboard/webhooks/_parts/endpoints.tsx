'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Grouped } from '@/app/_ui/amount';
import { Button, ButtonLink } from '@/app/_ui/button';
import { Empty } from '@/app/_ui/empty';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import type { EndpointAnswer, EndpointPageAnswer } from '@/lib/http/endpoints/endpoint-answer';
import { endpointQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { endpointPage, TEST_WEBHOOK } from '../../_frame/paths';
import { Pager } from '../../_list/pager';
import { QueryState } from '../../_list/query-state';
import { RowLink } from '../../_list/row-link';
import { SearchBox } from '../../_list/search-box';
import { TO_PAGE, useUrlState } from '../../_list/use-url-state';
import { EndpointBadge } from './endpoint-badge';
import { endpointsParsers, searchOf } from './endpoints-url';

/** The URLs that events of the merchant were sent to. */
export function Endpoints() {
  const [url, setUrl] = useUrlState(endpointsParsers);
  const query = useQuery(endpointQueries.list(searchOf(url)));
  const setText = useCallback((q: string) => setUrl({ q: q || null, page: null }), [setUrl]);
  return (
    <>
      <PageHead title="Webhook endpoints">
        The URLs that your events are sent to, and the state of each. Pause an endpoint while you
        work on it: its deliveries stay pending.
      </PageHead>
      <SearchBox label="Search by URL" placeholder="URL" value={url.q} onSearch={setText} />
      <QueryState what="The endpoints" query={query} skeleton={SKELETON}>
        {(page) => (
          <List
            page={page}
            filtered={url.q !== '' || url.page > 1}
            onClear={() => setUrl(null)}
            onPage={(to) => setUrl({ page: to }, TO_PAGE)}
          />
        )}
      </QueryState>
    </>
  );
}

interface ListProps {
  readonly page: EndpointPageAnswer;
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
        <Pager pagination={page.pagination} onPage={onPage} />
      </>
    );
  }
  if (filtered) {
    return (
      <Empty
        title="No matching endpoints."
        action={<Button onClick={onClear}>Clear search</Button>}
      />
    );
  }
  return (
    <Empty
      title="No endpoints yet."
      action={
        <ButtonLink variant="primary" href={TEST_WEBHOOK}>
          Send a test webhook
        </ButtonLink>
      }
    >
      A URL is listed here with its first event. Give a payment a{' '}
      <code className="mono">webhook_url</code>, or an API key a default one.
    </Empty>
  );
}

const COLUMNS: readonly Column<EndpointAnswer>[] = [
  {
    head: 'URL',
    phone: 'first-start',
    className: 'sm:w-full',
    cellClassName: 'sm:max-w-0',
    cell: ({ id, url }) => (
      <RowLink
        href={endpointPage(id)}
        className="mono block truncate text-accent text-small hover:underline"
        title={url}
      >
        {url}
      </RowLink>
    ),
  },
  {
    head: 'State',
    phone: 'second-start',
    cellClassName: 'whitespace-nowrap',
    cell: (endpoint) => <EndpointBadge endpoint={endpoint} />,
  },
  {
    head: 'Pending',
    numeric: true,
    phone: 'second-end',
    cell: ({ waiting: { count } }) => (
      <>
        <Grouped value={count} />
        <span className="sm:hidden"> pending</span>
      </>
    ),
  },
  {
    head: 'Last event',
    numeric: true,
    phone: 'first-end',
    cellClassName: 'text-ink-2',
    cell: ({ last_event_at: iso }) => iso && <RelativeTime iso={iso} />,
  },
];

const SKELETON = <SkeletonTable caption="Loading webhook endpoints" columns={COLUMNS} rows={3} />;
