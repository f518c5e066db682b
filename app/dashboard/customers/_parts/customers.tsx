'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Button } from '@/app/_ui/button';
import { EmptyState } from '@/app/_ui/empty-state';
import { IntentLink } from '@/app/_ui/intent-link';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import type { CustomerResponse } from '@/lib/http/customers/customer-response';
import { customerQueries } from '../../_data/customer-queries';
import { PageHead } from '../../_frame/page-head';
import { API_REFERENCE, customerPage, NEW_LINK } from '../../_frame/paths';
import { FilterChips } from '../../_list/filters';
import { MoneyInDisplayCurrency } from '../../_list/money-in-display-currency';
import { nameColumn } from '../../_list/name-column';
import { Pager } from '../../_list/pager';
import { QueryState } from '../../_list/query-state';
import { customerName } from '../../_list/reference-text';
import { SearchBox } from '../../_list/search-box';
import { PAGE_CHANGE_OPTIONS, useUrlState } from '../../_list/use-url-state';
import { customersUrlParsers, toCustomersQueryString } from './customers-url';

export function Customers() {
  const [view, setView] = useUrlState(customersUrlParsers, { history: 'push' });
  const query = useQuery(customerQueries.list(toCustomersQueryString(view)));
  const onSearch = useCallback(
    (text: string) => setView({ q: text || null, page: null }, { history: 'replace' }),
    [setView],
  );
  const { networks = [], network = null, pagination } = query.data ?? {};
  const isEmpty = view.q === null && pagination?.total === 0;
  return (
    <>
      <PageHead title="Customers" />
      {(!isEmpty || networks.length > 1) && (
        <div className="flex flex-wrap items-center gap-2">
          {networks.length > 1 && network && (
            <FilterChips
              label="Network"
              value={network}
              choices={networks.map((value) => ({ value, label: value }))}
              onChoose={(value) => setView({ network: value, page: null })}
            />
          )}
          {!isEmpty && (
            <SearchBox
              label="Search customers by name, e-mail or reference"
              placeholder="Name, e-mail, reference"
              value={view.q ?? ''}
              onSearch={onSearch}
            />
          )}
        </div>
      )}
      <QueryState
        what="The customers"
        query={query}
        skeleton={<SkeletonTable caption="Loading customers" columns={columnsOf(null)} rows={6} />}
      >
        {({ data, currency, pagination: page }) =>
          data.length > 0 ? (
            <div className="grid gap-4">
              <Table
                caption="Customers"
                columns={columnsOf(currency)}
                rows={data}
                keyOf={({ payment_id: id }) => id}
              />
              <Pager
                pagination={page}
                onPage={(number) => setView({ page: number }, PAGE_CHANGE_OPTIONS)}
              />
            </div>
          ) : (
            <NoCustomers
              isSearch={view.q !== null}
              isBeyond={page.total > 0}
              onFirst={() => setView({ page: null })}
              onClear={() => setView({ q: null, page: null })}
            />
          )
        }
      </QueryState>
    </>
  );
}

interface NoCustomersProps {
  readonly isSearch: boolean;
  /** Whether the page number is beyond the last page. */
  readonly isBeyond: boolean;
  readonly onFirst: () => void;
  readonly onClear: () => void;
}

function NoCustomers({ isSearch, isBeyond, onFirst, onClear }: NoCustomersProps) {
  if (isBeyond) {
    return (
      <EmptyState
        title="No customers on this page."
        action={<Button onClick={onFirst}>First page</Button>}
      />
    );
  }
  if (isSearch) {
    return (
      <EmptyState
        title="No customers match your search."
        action={<Button onClick={onClear}>Clear search</Button>}
      />
    );
  }
  return (
    <EmptyState title="No customers yet.">
      <p>
        A customer appears here with their first payment. A payment gets a customer if your backend
        sends{' '}
        <IntentLink href={API_REFERENCE} className="text-accent underline">
          <code>customer</code>
        </IntentLink>
        , if the page of a{' '}
        <IntentLink href={NEW_LINK} className="text-accent underline">
          payment link
        </IntentLink>{' '}
        asks for a name or an e-mail address, or if you enter them under More while you create a
        payment.
      </p>
    </EmptyState>
  );
}

function columnsOf(currency: string | null): readonly Column<CustomerResponse>[] {
  return [
    nameColumn('Customer', (customer) => ({
      href: customerPage(customer.payment_id),
      name: customerName(customer),
    })),
    {
      head: 'E-mail',
      className: 'max-lg:hidden',
      cellClassName: 'max-w-60 truncate text-ink-2',
      cell: ({ name, email }) => (name ? email : null),
    },
    {
      head: 'Reference',
      className: 'max-lg:hidden',
      cellClassName: 'max-w-48 truncate text-ink-2',
      cell: ({ name, email, reference }) => (name || email ? reference : null),
    },
    {
      head: 'Payments',
      phone: 'second-start',
      className: 'tabular-nums sm:text-end',
      cell: ({ payment_count: count }) => (
        <>
          {count}
          <span className="sm:hidden"> {count === 1 ? 'payment' : 'payments'}</span>
        </>
      ),
    },
    {
      head: 'Earned',
      numeric: true,
      phone: 'first-end',
      cell: ({ earned }) => <MoneyInDisplayCurrency money={earned} currency={currency} noted />,
    },
    {
      head: 'Last payment',
      numeric: true,
      phone: 'second-end',
      cellClassName: 'text-ink-2',
      cell: ({ last_payment_at: iso }) => <RelativeTime iso={iso} />,
    },
  ];
}
