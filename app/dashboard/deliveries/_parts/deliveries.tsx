'use client';

import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useCallback } from 'react';
import { Button, ButtonLink } from '@/app/_ui/button';
import { Empty } from '@/app/_ui/empty';
import type { DeliveryPageAnswer } from '@/lib/http/deliveries/delivery-detail-answer';
import { deliveryQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { CHECK_SIGNATURE, TEST_WEBHOOK } from '../../_frame/paths';
import { RANGE_NAMES } from '../../_list/filters';
import { Pager } from '../../_list/pager';
import { QueryState } from '../../_list/query-state';
import { TO_PAGE } from '../../_list/use-url-state';
import { DeliveryFilters, useDeliveryUrl } from './delivery-filters';
import { DeliveryPane } from './delivery-pane';
import { DeliverySkeleton, DeliveryTable } from './delivery-table';
import { ResendAll } from './resend';

type State = ReturnType<typeof useDeliveryUrl>;

/** The deliveries of all payments, with one open next to the list. */
export function Deliveries() {
  const state = useDeliveryUrl();
  const query = useQuery(deliveryQueries.list(state.search));
  const { setUrl } = state;
  const { open } = state.url;
  const isOpen = open !== null;
  const setOpen = useCallback(
    (id: string | null) => {
      // One step back closes the pane, however many deliveries were opened.
      const history = !isOpen && id !== null ? 'push' : 'replace';
      setUrl({ open: id }, { history });
    },
    [setUrl, isOpen],
  );
  const page = query.data;
  const rows = page?.data ?? [];
  const at = rows.findIndex(({ id }) => id === open);
  // While a placeholder from another filter is shown, its total is not the number of failed ones.
  const isOwn = state.url.status === 'failed' && !query.isPlaceholderData;
  const resendable = isOwn && page?.can.change && rows.length > 0;
  return (
    <>
      <PageHead
        title="Webhook deliveries"
        actions={
          <>
            <ButtonLink href={CHECK_SIGNATURE}>Check a signature</ButtonLink>
            {resendable && <ResendAll count={page.pagination.total} filters={state.filters} />}
          </>
        }
      />
      <DeliveryFilters state={state} />
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
            onClose={() => {
              setOpen(null);
              document.querySelector<HTMLElement>(`[data-delivery="${open}"]`)?.focus();
            }}
          />
        )}
      </div>
    </>
  );
}

interface ListProps {
  readonly data: DeliveryPageAnswer;
  readonly state: State;
  readonly onOpen: (id: string) => void;
}

function List({ data, state, onOpen }: ListProps) {
  if (data.data.length === 0) {
    return state.filtered || state.url.page > 1 ? <NothingFound state={state} /> : <NothingYet />;
  }
  return (
    <>
      <DeliveryTable deliveries={data.data} open={state.url.open} onOpen={onOpen} />
      <Pager
        pagination={data.pagination}
        onPage={(page) => state.setUrl({ page, open: null }, TO_PAGE)}
      />
    </>
  );
}

function NothingFound({ state }: { state: State }) {
  const { status, range } = state.url;
  const what =
    status === 'failed' ? 'deliveries that were given up' : `${status ?? 'matching'} deliveries`;
  const when = range ? ` in the ${RANGE_NAMES[range].toLowerCase()}` : '';
  return (
    <Empty
      title={`No ${what}${when}.`}
      action={<Button onClick={state.clearFilters}>Clear filters</Button>}
    >
      {status === 'failed' && <p>Deliveries that failed and will be retried are under Pending.</p>}
    </Empty>
  );
}

function NothingYet() {
  return (
    <Empty
      title="No deliveries yet."
      action={
        <ButtonLink variant="primary" href={TEST_WEBHOOK}>
          Send a test webhook
        </ButtonLink>
      }
    >
      <p>
        A payment with a webhook URL sends the events that its API key has chosen, such as when it
        is confirmed. Every attempt is listed here with its request and response.
      </p>
    </Empty>
  );
}
