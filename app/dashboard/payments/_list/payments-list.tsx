'use client';

import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { Button } from '@/app/_ui/button';
import { ButtonLink } from '@/app/_ui/button-link';
import { Empty } from '@/app/_ui/empty';
import { paymentQueries } from '../../_data/queries';
import { NEW_PAYMENT } from '../../_frame/nav-items';
import { PageHead } from '../../_frame/page-head';
import { useFrame } from '../../_frame/use-frame';
import { ListState } from '../../_list/list-state';
import { Pager } from '../../_list/pager';
import { ActiveFilters } from './active-filters';
import { nothingFound } from './filter-words';
import {
  type FilterChange,
  type Filters,
  filterParsers,
  isFiltered,
  NO_FILTERS,
  searchOf,
} from './filters';
import { NoPayments } from './no-payments';
import { PaymentsTable } from './payments-table';
import { Toolbar } from './toolbar';

/** The payments of all keys, live, with filters and page in the URL. */
export function PaymentsList() {
  const { chains, role } = useFrame();
  const [filters, setFilters] = useQueryStates(filterParsers, { history: 'push' });
  const query = useQuery(paymentQueries.list(searchOf(filters)));
  const onChange = useCallback(
    (change: FilterChange) => void setFilters({ ...change, page: null }),
    [setFilters],
  );
  const pagination = query.data?.pagination;
  const pristine = !isFiltered(filters) && pagination?.total === 0;
  return (
    <>
      <PageHead
        title="Payments"
        actions={
          role !== 'viewer' && (
            <ButtonLink variant="primary" href={NEW_PAYMENT}>
              Create payment
            </ButtonLink>
          )
        }
      />
      {!pristine && (
        <div className="grid gap-3">
          <Toolbar filters={filters} onChange={onChange} total={pagination?.total} />
          <ActiveFilters filters={filters} onChange={onChange} />
        </div>
      )}
      <ListState
        what="The payments"
        query={query}
        skeleton={<PaymentsTable payments={undefined} networks={false} />}
      >
        {({ data, pagination: page }) => (
          <div aria-busy={query.isPlaceholderData} className="grid gap-4">
            {data.length > 0 ? (
              <PaymentsTable payments={data} networks={chains.length > 1} />
            ) : (
              <Nothing filters={filters} total={page.total} onChange={onChange} />
            )}
            {page.total > 0 && (
              <Pager pagination={page} onPage={(number) => void setFilters({ page: number })} />
            )}
          </div>
        )}
      </ListState>
    </>
  );
}

interface NothingProps {
  readonly filters: Filters;
  readonly total: number;
  readonly onChange: (change: FilterChange) => void;
}

function Nothing({ filters, total, onChange }: NothingProps) {
  if (total > 0) {
    return (
      <Empty
        title="The list is not that long."
        action={<Button onClick={() => onChange({})}>To the first page</Button>}
      />
    );
  }
  if (!isFiltered(filters)) return <NoPayments />;
  return (
    <Empty
      title={nothingFound(filters)}
      action={<Button onClick={() => onChange(NO_FILTERS)}>Clear filters</Button>}
    />
  );
}
