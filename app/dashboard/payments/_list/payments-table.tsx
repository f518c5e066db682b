'use client';

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Amount } from '@/app/_ui/amount';
import { money } from '@/app/_ui/money';
import { NetworkChip } from '@/app/_ui/network';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { PaymentBadge, paymentLook } from '@/app/_ui/status-badge';
import { type Column, Table } from '@/app/_ui/table';
import { Tally } from '@/app/_ui/tally';
import { RelativeTime } from '@/app/_ui/time';
import type { PaymentAnswer } from '@/lib/http/payments/payment-answer';
import { paymentPage } from '../../_frame/paths';
import { ReferenceText } from '../../_list/reference-text';
import { RowLink } from '../../_list/row-link';
import { SelectBox } from './select-box';
import type { Selection } from './use-selection';

interface Props {
  readonly payments: readonly PaymentAnswer[];
  /** Whether each row shows its network. */
  readonly networks: boolean;
  readonly selection: Selection;
}

export function PaymentsTable({ payments, networks, selection }: Props) {
  const { chosen, onChange } = selection;
  const select: Column<PaymentAnswer> = {
    ...SELECT,
    headShown: <SelectAll payments={payments} selection={selection} />,
    cell: ({ id, reference }) => (
      <SelectBox
        label={`Select ${reference ?? id}`}
        checked={chosen.has(id)}
        onChange={(isChosen, isRange) => onChange(id, isChosen, isRange)}
      />
    ),
  };
  return (
    <Table
      caption="Payments"
      columns={[select, ...columnsOf(networks)]}
      rows={payments}
      keyOf={({ id }) => id}
      isSelected={({ id }) => chosen.has(id)}
    />
  );
}

export function PaymentsSkeleton() {
  const select = { ...SELECT, headShown: <span className="sr-only">Selection</span> };
  return (
    <SkeletonTable caption="Loading payments" columns={[select, ...columnsOf(false)]} rows={12} />
  );
}

const SELECT = {
  head: 'Selection',
  phone: 'select',
  className: 'sm:w-0',
  cell: () => null,
} as const;

interface SelectAllProps {
  readonly payments: readonly PaymentAnswer[];
  readonly selection: Selection;
}

function SelectAll({ payments, selection: { chosen, onChangeAll } }: SelectAllProps) {
  const count = payments.filter(({ id }) => chosen.has(id)).length;
  return (
    <SelectBox
      label="Select all payments on this page"
      checked={count === payments.length}
      partly={count > 0 && count < payments.length}
      onChange={onChangeAll}
    />
  );
}

const ID_SHOWN = 14;

function columnsOf(networks: boolean): Column<PaymentAnswer>[] {
  return [
    {
      head: 'Status',
      phone: 'second-start',
      className: 'lg:whitespace-nowrap',
      cell: (payment) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <PaymentBadge status={payment.status} flags={payment.flags} />
          <span className="text-small md:hidden">
            <Confirmations payment={payment} />
          </span>
        </span>
      ),
    },
    {
      head: 'Confirmations',
      className: 'max-md:hidden',
      cell: (payment) => <Confirmations payment={payment} none={<NoConfirmations />} />,
    },
    {
      head: 'Reference',
      phone: 'first-start',
      className: 'sm:w-full sm:max-w-0',
      cell: (payment) => <Reference payment={payment} network={networks} />,
    },
    {
      head: 'Amount (sat)',
      numeric: true,
      phone: 'first-end',
      cell: (payment) => <Requested payment={payment} />,
    },
    { head: 'Received (sat)', numeric: true, cell: (payment) => <Received payment={payment} /> },
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
  readonly payment: PaymentAnswer;
  /** Shown for a payment that ended unpaid, instead of a tally. */
  readonly none?: ReactNode;
}

function Confirmations({ payment, none }: ConfirmationsProps) {
  const { confirmations, required_confirmations: required, status, flags } = payment;
  if (status === 'expired' || status === 'canceled') return none;
  const { tone } = paymentLook(status, flags);
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

/** The amount; on a phone also the received amount if it differs. */
function Requested({ payment }: { payment: PaymentAnswer }) {
  const { amount_sats: sats, received_sats: received, price } = payment;
  return (
    <>
      <Amount sats={sats} unit={false} />
      <span className="text-ink-3 sm:hidden"> sat</span>
      {price && price.source !== 'unit' && (
        <span className="block whitespace-nowrap text-ink-3 text-small">
          {money(price.amount, price.currency, 'en')}
        </span>
      )}
      {received > 0 && received !== sats && (
        <span className="block whitespace-nowrap text-small sm:hidden">
          <Received payment={payment} /> received
        </span>
      )}
    </>
  );
}

function Reference({ payment, network }: { payment: PaymentAnswer; network: boolean }) {
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

function Received({ payment: { received_sats: sats, flags } }: { payment: PaymentAnswer }) {
  const off = flags.includes('underpaid') || flags.includes('overpaid');
  return (
    <Amount
      sats={sats}
      unit={false}
      className={clsx(sats === 0 && 'text-ink-3', off && 'font-bold text-pending')}
    />
  );
}
