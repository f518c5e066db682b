'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '@/app/_ui/button';
import { CopyButton } from '@/app/_ui/copy-button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { Fact, FactList, StatItem } from '@/app/_ui/facts';
import { NetworkChip } from '@/app/_ui/network';
import { Skeleton } from '@/app/_ui/skeleton';
import { PaymentBadge } from '@/app/_ui/status-badge';
import { type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { CustomerDetailResponse } from '@/lib/http/customers/customer-response';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { customerQueries } from '../../../_data/customer-queries';
import { paymentQueries } from '../../../_data/queries';
import { useChange } from '../../../_data/use-change';
import { PageHead } from '../../../_frame/page-head';
import { CUSTOMERS, customerPaymentsPage, paymentPage } from '../../../_frame/paths';
import { Section } from '../../../_frame/section';
import { useGuardedNavigate } from '../../../_frame/use-guarded-navigate';
import { DetailPage, DetailSkeleton } from '../../../_list/detail-page';
import { MoneyInDisplayCurrency } from '../../../_list/money-in-display-currency';
import { ReceivedCell } from '../../../_list/payment-money-cells';
import { QueryState } from '../../../_list/query-state';
import { customerName, ReferenceText } from '../../../_list/reference-text';
import { RowLink } from '../../../_list/row-link';
import { toCustomerPaymentsQuery } from './to-customer-payments-query';

/** @param id of any of the customer's payments */
export function CustomerDetail({ id }: { id: string }) {
  const query = useQuery(customerQueries.detail(id));
  return (
    <DetailPage
      what="Customer"
      query={query}
      skeleton={<DetailSkeleton figures={3}>{<Skeleton className="h-40 w-full" />}</DetailSkeleton>}
      back={{ href: CUSTOMERS, label: 'Customers' }}
      all={{ href: CUSTOMERS, label: 'All customers' }}
      missing="The customer may have been erased, or belong to another merchant of yours."
    >
      {(detail) => <Detail id={id} detail={detail} />}
    </DetailPage>
  );
}

function Detail({ id, detail }: { id: string; detail: CustomerDetailResponse }) {
  const { customer, currency, network, can } = detail;
  const { email, reference } = customer;
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead
        title={customerName(customer)}
        aside={<NetworkChip network={network} />}
        actions={
          <>
            <ButtonLink href={customerPaymentsPage(id)}>View in Payments</ButtonLink>
            {can.erase && <Erase id={id} payments={customer.payment_count} />}
          </>
        }
      />
      <dl className="flex flex-wrap gap-x-12 gap-y-4 border-rule-5 border-y bg-surface px-5 py-4">
        <StatItem name="Earned">
          <MoneyInDisplayCurrency money={customer.earned} currency={currency} noted />
        </StatItem>
        <StatItem name="Payments">{customer.payment_count}</StatItem>
        <StatItem name="Last payment">
          <RelativeTime iso={customer.last_payment_at} />
        </StatItem>
      </dl>
      {(email || reference) && (
        <Section title="Details">
          <FactList>
            {email && <Copyable name="E-mail" text={email} />}
            {reference && <Copyable name="Reference" text={reference} />}
          </FactList>
        </Section>
      )}
      <Payments id={id} />
    </article>
  );
}

function Copyable({ name, text }: { name: string; text: string }) {
  return (
    <Fact name={name}>
      <span className="inline-flex max-w-full items-center gap-1">
        <span className="wrap-anywhere">{text}</span>
        <CopyButton text={text} label={`Copy ${name.toLowerCase()}`} />
      </span>
    </Fact>
  );
}

/** Shows only the newest payments. The payments list shows all of them. */
function Payments({ id }: { id: string }) {
  const query = useQuery(paymentQueries.list(toCustomerPaymentsQuery(id)));
  return (
    <Section title="Payments">
      <QueryState what="The payments" query={query} skeleton={<Skeleton className="h-40 w-full" />}>
        {({ data, pagination }) => (
          <div className="grid justify-items-start gap-3">
            <Table caption="Payments" columns={COLUMNS} rows={data} keyOf={(row) => row.id} />
            {pagination.has_more && (
              <ButtonLink href={customerPaymentsPage(id)}>
                View all {countWithNoun(pagination.total, 'payment')}
              </ButtonLink>
            )}
          </div>
        )}
      </QueryState>
    </Section>
  );
}

const COLUMNS: readonly Column<PaymentResponse>[] = [
  {
    head: 'Status',
    phone: 'second-start',
    cell: ({ status, flags, canceled_at: canceledAt }) => (
      <PaymentBadge status={status} flags={flags} canceledAt={canceledAt} />
    ),
  },
  {
    head: 'Reference',
    phone: 'first-start',
    className: 'sm:w-full sm:max-w-0',
    cell: (payment) => (
      <RowLink
        href={paymentPage(payment.id)}
        className="block truncate font-medium text-ink underline-offset-3 hover:underline"
      >
        <ReferenceText payment={payment} />
      </RowLink>
    ),
  },
  {
    head: 'Received',
    numeric: true,
    phone: 'first-end',
    cell: (payment) => <ReceivedCell payment={payment} />,
  },
  {
    head: 'Created',
    numeric: true,
    phone: 'second-end',
    cellClassName: 'text-ink-2',
    cell: ({ created_at: iso }) => <RelativeTime iso={iso} />,
  },
];

function Erase({ id, payments }: { id: string; payments: number }) {
  const go = useGuardedNavigate();
  const erase = useChange('POST /api/dashboard/customers/{id}/erase', {
    ask: () => ({ id }),
    answerFirst: true,
    done: () => {
      go(CUSTOMERS);
      return 'Customer erased.';
    },
  });
  return (
    <ConfirmDialog
      trigger={<Button variant="danger">Erase customer</Button>}
      title="Erase this customer?"
      description={`Removes the customer’s name, e-mail address and reference, and all notes, from ${countWithNoun(payments, 'payment')}. This cannot be undone. Amounts, times and each payment’s own reference, metadata and description stay.`}
      confirm="Erase customer"
      dismiss="Keep customer"
      busy={erase.isPending}
      onConfirm={(close) => erase.mutate(undefined, { onSettled: close })}
    />
  );
}
