'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Button, ButtonLink } from '@/app/_ui/button';
import { EmptyState } from '@/app/_ui/empty-state';
import { loadOnFirstOpen } from '@/app/_ui/load-on-first-open';
import { canMakeChanges } from '@/lib/domain/roles';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { paymentQueries } from '../../_data/queries';
import { useFrame, useHasSeveralNetworks } from '../../_frame/frame';
import { PageHead } from '../../_frame/page-head';
import { NEW_PAYMENT } from '../../_frame/paths';
import { Pager } from '../../_list/pager';
import { QueryState } from '../../_list/query-state';
import { PAGE_CHANGE_OPTIONS, useUrlState } from '../../_list/use-url-state';
import {
  type FilterChange,
  type Filters,
  isFiltered,
  NO_FILTERS,
  noMatchesText,
  normalizeMetadataColumns,
  paymentFilterParsers,
  paymentListSearch,
} from './filters';
import { PaymentsSkeleton, PaymentsTable } from './payments-table';
import { SavedViews } from './saved-views';
import { Toolbar } from './toolbar';
import { useSelection } from './use-selection';

const NoPayments = loadOnFirstOpen(async () => (await import('./no-payments')).NoPayments);
const FilterBar = loadOnFirstOpen(async () => (await import('./filter-bar')).FilterBar);
const SelectionBar = loadOnFirstOpen(async () => (await import('./selection-bar')).SelectionBar);

const NONE: readonly PaymentResponse[] = [];

export function PaymentsList() {
  const role = useFrame((frame) => frame.role);
  const severalNetworks = useHasSeveralNetworks();
  const [filters, setFilters] = useUrlState(paymentFilterParsers, { history: 'push' });
  const query = useQuery(paymentQueries.list(paymentListSearch(filters)));
  const onChange = useCallback(
    (change: FilterChange) => setFilters({ ...change, page: null }),
    [setFilters],
  );
  const isSearch = filters.q !== null;
  const onSearch = useCallback(
    (text: string) => {
      // Back leaves the search in one step, however often its text has changed.
      const history = isSearch ? 'replace' : 'push';
      setFilters({ q: text || null, page: null }, { history });
    },
    [setFilters, isSearch],
  );
  const pagination = query.data?.pagination;
  const selection = useSelection(query.data?.data ?? NONE, filters.reasons);
  const isEmpty = !isFiltered(filters) && pagination?.total === 0;
  return (
    <>
      <PageHead
        title="Payments"
        actions={
          canMakeChanges(role) && (
            <ButtonLink variant="primary" href={NEW_PAYMENT}>
              Create payment
            </ButtonLink>
          )
        }
      />
      {!isEmpty && (
        <div className="grid gap-3">
          <SavedViews filters={filters} />
          <Toolbar
            filters={filters}
            onChange={onChange}
            onSearch={onSearch}
            total={pagination?.total}
          />
          <FilterBar open={isFiltered(filters)} filters={filters} onChange={onChange} />
        </div>
      )}
      <QueryState what="The payments" query={query} skeleton={<PaymentsSkeleton />}>
        {({ data, pagination: page }) => (
          <div className="grid gap-4">
            {data.length > 0 ? (
              <PaymentsTable
                payments={data}
                networks={severalNetworks}
                metadata={normalizeMetadataColumns(filters)}
                selection={selection}
              />
            ) : (
              <NoMatch filters={filters} total={page.total} onChange={onChange} />
            )}
            <SelectionBar selection={selection} open={selection.chosen.size > 0} />
            {page.total > 0 && (
              <Pager
                pagination={page}
                onPage={(number) => setFilters({ page: number }, PAGE_CHANGE_OPTIONS)}
              />
            )}
          </div>
        )}
      </QueryState>
    </>
  );
}

interface NoMatchProps {
  readonly filters: Filters;
  readonly total: number;
  readonly onChange: (change: FilterChange) => void;
}

function NoMatch({ filters, total, onChange }: NoMatchProps) {
  if (total > 0) {
    return (
      <EmptyState
        title="No payments on this page."
        action={<Button onClick={() => onChange({})}>First page</Button>}
      />
    );
  }
  if (!isFiltered(filters)) return <NoPayments open />;
  return (
    <EmptyState
      title={noMatchesText(filters)}
      action={<Button onClick={() => onChange(NO_FILTERS)}>Clear filters</Button>}
    />
  );
}
