'use client';

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { NetworkChip } from '@/app/_ui/network';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { PaymentBadge, paymentBadgeStyle } from '@/app/_ui/status-badge';
import { type Column, Table } from '@/app/_ui/table';
import { Tally } from '@/app/_ui/tally';
import { RelativeTime } from '@/app/_ui/time';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { paymentPage } from '../../_frame/paths';
import { ReceivedCell, RequestedCell } from '../../_list/payment-money-cells';
import { ReferenceText } from '../../_list/reference-text';
import { RowLink } from '../../_list/row-link';
import { CellCheckbox } from './cell-checkbox';
import { extraColumns } from './extra-columns';
import { SelectAll } from './select-all';
import type { Selection } from './use-selection';

interface Props {
  readonly payments: readonly PaymentResponse[];
  readonly networks: boolean;
  readonly metadata: readonly string[];
  readonly selection: Selection;
}

export function PaymentsTable({ payments, networks, metadata, selection }: Props) {
  const { chosen, onChange } = selection;
  const select: Column<PaymentResponse> = {
    ...SELECT,
    headShown: <SelectAll payments={payments} selection={selection} />,
    cell: ({ id, reference }) => (
      <CellCheckbox
        label={`Select ${reference ?? id}`}
        checked={chosen.has(id)}
        onChange={(isChosen, isRange) => onChange(id, isChosen, isRange)}
      />
    ),
  };
  return (
    <Table
      caption="Payments"
      columns={[select, ...columnsOf(networks, extraColumns(payments, metadata))]}
      rows={payments}
      keyOf={({ id }) => id}
      isSelected={({ id }) => chosen.has(id)}
    />
  );
}

export function PaymentsSkeleton() {
  const select = { ...SELECT, headShown: <span className="sr-only">Selection</span> };
  return (
    <SkeletonTable
      caption="Loading payments"
      columns={[select, ...columnsOf(false, [])]}
      rows={12}
    />
  );
}

const SELECT = {
  head: 'Selection',
  phone: 'select',
  className: 'sm:w-0',
  cell: () => null,
} as const;

const ID_SHOWN = 14;

/** @param extra columns to insert after the reference */
function columnsOf(
  networks: boolean,
  extra: readonly Column<PaymentResponse>[],
): Column<PaymentResponse>[] {
  return [
    {
      head: 'Status',
      phone: 'second-start',
      className: 'lg:whitespace-nowrap',
      cell: (payment) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <PaymentBadge
            status={payment.status}
            flags={payment.flags}
            canceledAt={payment.canceled_at}
          />
          <span className="text-small xl:hidden">
            <Confirmations payment={payment} />
          </span>
        </span>
      ),
    },
    {
      head: 'Confirmations',
      className: 'max-xl:hidden',
      cell: (payment) => <Confirmations payment={payment} none={<NoConfirmations />} />,
    },
    {
      head: 'Reference',
      phone: 'first-start',
      className: 'sm:w-full sm:min-w-32',
      cellClassName: 'sm:max-w-0',
      cell: (payment) => <Reference payment={payment} network={networks} />,
    },
    ...extra,
    {
      head: 'Amount',
      numeric: true,
      phone: 'first-end',
      cell: (payment) => <RequestedCell payment={payment} />,
    },
    { head: 'Received', numeric: true, cell: (payment) => <ReceivedCell payment={payment} /> },
    {
      head: 'Payment',
      className: 'max-xl:hidden',
      cell: ({ id }) => (
        <span className="mono whitespace-nowrap text-ink-3" title={id}>
          <span aria-hidden="true">{id.slice(0, ID_SHOWN)}…</span>
          <span className="sr-only">{id}</span>
        </span>
      ),
    },
    {
      head: 'Created',
      numeric: true,
      phone: 'second-end',
      cell: ({ created_at: iso }) => <RelativeTime iso={iso} className="text-ink-2" />,
    },
  ];
}

interface ConfirmationsProps {
  readonly payment: PaymentResponse;
  /** Shown instead of a tally for expired and canceled payments. */
  readonly none?: ReactNode;
}

function Confirmations({ payment, none }: ConfirmationsProps) {
  const { confirmations, required_confirmations: required, status, flags } = payment;
  if (status === 'expired' || status === 'canceled') return none;
  // A confirmed payment has the tone `confirmed`, even if it was late.
  const tone = status === 'confirmed' ? 'confirmed' : paymentBadgeStyle({ status, flags }).tone;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap text-ink-2 tabular-nums">
      <span aria-hidden="true" className="inline-flex">
        <Tally filled={confirmations} required={required} tone={tone} />
      </span>
      <span>{`${Math.min(confirmations, required)} of ${required}`}</span>
    </span>
  );
}

function NoConfirmations() {
  return (
    <span className="text-ink-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </span>
  );
}

function Reference({ payment, network }: { payment: PaymentResponse; network: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <RowLink
        href={paymentPage(payment.id)}
        title={payment.reference ?? undefined}
        className={clsx(
          'min-w-0 truncate rounded-badge font-medium text-ink underline-offset-3 hover:underline',
          'focus-visible:overflow-visible focus-visible:whitespace-normal focus-visible:wrap-anywhere',
        )}
      >
        <ReferenceText payment={payment} />
      </RowLink>
      {network && <NetworkChip network={payment.network} />}
    </span>
  );
}
