'use client';

import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useCallback } from 'react';
import { Button, ButtonLink } from '@/app/_ui/button';
import { EmptyState } from '@/app/_ui/empty-state';
import type { DeliveryPageResponse } from '@/lib/http/deliveries/delivery-detail-response';
import { deliveryQueries } from '../../_data/queries';
import { TEST_WEBHOOK } from '../../_frame/paths';
import { RANGE_NAMES } from '../../_list/filters';
import { Pager } from '../../_list/pager';
import { QueryState } from '../../_list/query-state';
import { PAGE_CHANGE_OPTIONS } from '../../_list/use-url-state';
import { DeliveryFilters, DeliveryTabs, useDeliveryUrl } from './delivery-filters';
import { DeliveryPane } from './delivery-pane';
import { DeliverySkeleton, DeliveryTable } from './delivery-table';
import { ResendAll } from './resend';

type State = ReturnType<typeof useDeliveryUrl>;

export function Deliveries() {
  const state = useDeliveryUrl();
  const query = useQuery(deliveryQueries.list(state.search));
  const { setUrl } = state;
  const { open } = state.url;
  const isOpen = open !== null;
  const setOpen = useCallback(
    (id: string | null) => {
      // Only the first delivery adds a history entry, so Back closes the pane in one step.
      const history = !isOpen && id !== null ? 'push' : 'replace';
      setUrl({ open: id }, { history });
    },
    [setUrl, isOpen],
  );
  const page = query.data;
  const rows = page?.data ?? [];
  const at = rows.findIndex(({ id }) => id === open);
  const { status } = state.url;
  // Placeholder data may belong to another filter, so its total would be wrong for resending.
  const canResend =
    page?.can.change && rows.length > 0 && !query.isPlaceholderData && isResent(status);
  return (
    // Uses a div instead of a section, because the open delivery is a complementary landmark, which
    // must not be inside another landmark.
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 id="deliveries" className="scroll-mt-4 text-section">
        Deliveries
        <span className="ms-2 font-normal text-ink-3">
          {RANGE_NAMES[state.url.range].toLowerCase()}
        </span>
      </h2>
      <DeliveryTabs state={state} counts={page?.counts} />
      <div className="flex flex-wrap items-start justify-between gap-2">
        <DeliveryFilters state={state} />
        {canResend && (
          <ResendAll count={page.pagination.total} status={status} filters={state.filters} />
        )}
      </div>
      <div
        className={clsx(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-5',
          open && 'lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]',
        )}
      >
        <QueryState what="The deliveries" query={query} skeleton={<DeliverySkeleton open={open} />}>
          {(data) => <List data={data} state={state} onOpen={setOpen} />}
        </QueryState>
        {open && (
          <DeliveryPane
            id={open}
            previous={rows[at - 1]?.id}
            next={at < 0 ? undefined : rows[at + 1]?.id}
            onOpen={setOpen}
            onClose={() => setOpen(null)}
          />
        )}
      </div>
    </div>
  );
}

const isResent = (status: State['url']['status']) => status === 'failing' || status === 'failed';

interface ListProps {
  readonly data: DeliveryPageResponse;
  readonly state: State;
  readonly onOpen: (id: string) => void;
}

function List({ data, state, onOpen }: ListProps) {
  if (data.data.length === 0) {
    return state.filtered || state.url.page > 1 ? <NothingFound state={state} /> : <NothingYet />;
  }
  return (
    <>
      <DeliveryTable
        deliveries={data.data}
        open={state.url.open}
        onOpen={onOpen}
        groups={isResent(state.url.status)}
        canResend={data.can.change}
      />
      <Pager
        pagination={data.pagination}
        onPage={(page) => state.setUrl({ page, open: null }, PAGE_CHANGE_OPTIONS)}
      />
    </>
  );
}

const NAMES = {
  failing: 'failing deliveries',
  failed: 'deliveries that were given up',
  delivered: 'delivered webhooks',
  paused: 'paused deliveries',
  sending: 'deliveries that are being sent',
} as const;

function NothingFound({ state }: { state: State }) {
  const { status, range } = state.url;
  return (
    <EmptyState
      title={`No ${status ? NAMES[status] : 'matching deliveries'} in the ${RANGE_NAMES[range].toLowerCase()}.`}
      action={<Button onClick={state.clearFilters}>Clear filters</Button>}
    />
  );
}

function NothingYet() {
  return (
    <EmptyState
      title="No deliveries yet."
      action={
        <ButtonLink variant="primary" href={TEST_WEBHOOK}>
          Send a test webhook
        </ButtonLink>
      }
    >
      <p>
        When a payment with a webhook URL changes, for example when it is confirmed, Blocktally
        sends the events chosen on its API key. Every attempt is listed here with its request and
        response.
      </p>
    </EmptyState>
  );
}
