'use client';

import clsx from 'clsx';
import { Shortened } from '@/app/_ui/identifier';
import { IntentLink } from '@/app/_ui/intent-link';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { type Column, Table } from '@/app/_ui/table';
import { Countdown, RelativeTime } from '@/app/_ui/time';
import { durationText } from '@/app/_ui/time-text';
import type { DeliveryRowAnswer } from '@/lib/http/deliveries/delivery-detail-answer';
import { deliveryPane, paymentPage } from '../../_frame/paths';
import { Outcome } from './outcome';

interface Props {
  readonly deliveries: readonly DeliveryRowAnswer[];
  readonly open: string | null;
  readonly onOpen: (id: string) => void;
}

/** A page of deliveries. With one open next to it, the table has fewer columns. */
export function DeliveryTable({ deliveries, open, onOpen }: Props) {
  return (
    <Table
      caption="Webhook deliveries"
      columns={columnsOf(open, onOpen)}
      rows={deliveries}
      keyOf={({ id }) => id}
      isSelected={({ id }) => id === open || undefined}
    />
  );
}

const columnsOf = (
  open: Props['open'],
  onOpen: Props['onOpen'],
): readonly Column<DeliveryRowAnswer>[] => [
  {
    head: 'Status',
    phone: 'second-start',
    className: 'sm:w-full',
    cellClassName: 'sm:max-w-0',
    cell: (delivery) => <Outcome delivery={delivery} errorCode={delivery.error_code} />,
  },
  {
    head: 'Event',
    phone: 'first-start',
    className: 'sm:min-w-40',
    cellClassName: 'sm:max-w-48',
    cell: (delivery) => (
      <>
        <OpenLink delivery={delivery} current={delivery.id === open} onOpen={onOpen} />
        <span
          className={clsx('block truncate text-ink-3 text-small', open === null && 'xl:hidden')}
        >
          {delivery.reference ?? delivery.payment_id}
        </span>
      </>
    ),
  },
  ...(open === null ? WIDE_COLUMNS : []),
  {
    head: 'Created',
    numeric: true,
    phone: 'first-end',
    cellClassName: 'text-ink-2',
    cell: ({ created_at: iso }) => <RelativeTime iso={iso} />,
  },
];

const WIDE_COLUMNS: readonly Column<DeliveryRowAnswer>[] = [
  {
    head: 'Payment',
    className: 'max-xl:hidden',
    cellClassName: 'max-w-56 truncate',
    cell: (delivery) => <PaymentLink delivery={delivery} />,
  },
  {
    head: 'Attempts',
    numeric: true,
    className: 'max-lg:hidden',
    cell: ({ attempt }) => attempt,
  },
  {
    head: 'Duration',
    numeric: true,
    className: 'max-xl:hidden',
    cellClassName: 'text-ink-2',
    cell: ({ duration_ms: ms }) => ms !== null && durationText(ms),
  },
  {
    head: 'Next attempt',
    phone: 'second-end',
    cellClassName: 'text-ink-2',
    cell: ({ next_attempt_at: iso, status }) =>
      iso ? <Countdown iso={iso} /> : status === 'pending' && 'endpoint paused',
  },
];

interface OpenLinkProps {
  readonly delivery: DeliveryRowAnswer;
  readonly current: boolean;
  readonly onOpen: (id: string) => void;
}

/** A link, so that it can open in a new tab; a plain click opens it next to the list. */
function OpenLink({ delivery, current, onOpen }: OpenLinkProps) {
  return (
    <a
      href={deliveryPane(delivery.id)}
      data-row-link=""
      data-delivery={delivery.id}
      aria-current={current || undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(delivery.id);
      }}
      className="rounded-badge font-medium text-accent hover:underline"
    >
      {delivery.event_type}
    </a>
  );
}

function PaymentLink({ delivery }: { delivery: DeliveryRowAnswer }) {
  return (
    <IntentLink
      href={paymentPage(delivery.payment_id)}
      prefetch={false}
      className="text-ink hover:text-accent hover:underline"
    >
      {delivery.reference ?? <Shortened text={delivery.payment_id} first={12} last={4} />}
    </IntentLink>
  );
}

export function DeliverySkeleton({ open }: Pick<Props, 'open'>) {
  const columns = columnsOf(open, () => {});
  return <SkeletonTable caption="Loading webhook deliveries" columns={columns} />;
}
