'use client';

import clsx from 'clsx';
import { useState } from 'react';
import { shopHostOfEvent } from '@/app/_ui/event-name';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { DeliveryBadge } from '@/app/_ui/status-badge';
import { actionsColumn, type Column, Table } from '@/app/_ui/table';
import { ClockTime, Countdown, RelativeTime } from '@/app/_ui/time';
import { durationText } from '@/app/_ui/time-text';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { DeliveryRowResponse } from '@/lib/http/deliveries/delivery-detail-response';
import { deliveryPage } from '../../_frame/paths';
import { stripHttpsScheme } from '../_parts/strip-https-scheme';
import { DeliveryOutcome, outcomeWords } from './delivery-outcome';
import { type DeliveryListRow, groupDeliveries } from './group-deliveries';
import { Resend } from './resend';

interface Props {
  readonly deliveries: readonly DeliveryRowResponse[];
  readonly open: string | null;
  readonly onOpen: (id: string) => void;
  /** Whether failures of the same kind share one row. */
  readonly groups: boolean;
  readonly canResend: boolean;
}

/** While a delivery is open next to the table, the table has fewer columns. */
export function DeliveryTable({ deliveries, open, onOpen, groups, canResend }: Props) {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const rows = groups
    ? groupDeliveries(deliveries, shown)
    : deliveries.map((delivery) => ({ delivery }));
  const columns = columnsOf(open, onOpen, (key) => setShown(new Set([...shown, key])));
  return (
    <Table
      caption="Webhook deliveries"
      columns={canResend && open === null ? [...columns, RESEND] : columns}
      rows={rows}
      keyOf={({ delivery }) => delivery.id}
      isSelected={({ delivery }) => delivery.id === open || undefined}
    />
  );
}

const columnsOf = (
  open: string | null,
  onOpen: (id: string) => void,
  onShow: (group: string) => void,
): readonly Column<DeliveryListRow>[] => [
  {
    head: 'Status',
    phone: 'second-start',
    className: clsx(open !== null && 'sm:w-full'),
    cellClassName: clsx(open === null ? 'whitespace-nowrap' : 'sm:max-w-0'),
    cell: ({ delivery }) =>
      open === null ? (
        <DeliveryBadge {...delivery} />
      ) : (
        <DeliveryOutcome delivery={delivery} errorCode={delivery.error_code} />
      ),
  },
  {
    head: 'Event',
    phone: 'first-start',
    className: 'sm:min-w-40',
    cellClassName: 'sm:max-w-48',
    cell: ({ delivery }) => (
      <>
        <OpenLink delivery={delivery} current={delivery.id === open} onOpen={onOpen} />
        <span className="block truncate text-ink-3 text-small">{subjectOf(delivery)}</span>
      </>
    ),
  },
  ...(open === null ? wideColumns(onShow) : []),
  {
    head: 'Created',
    numeric: true,
    phone: 'first-end',
    cellClassName: 'text-ink-2',
    cell: ({ delivery: { created_at: iso } }) => <RelativeTime iso={iso} />,
  },
];

const wideColumns = (onShow: (group: string) => void): readonly Column<DeliveryListRow>[] => [
  {
    head: 'URL',
    phone: 'third',
    className: 'sm:w-full sm:min-w-36 max-lg:sm:hidden',
    cellClassName: 'sm:max-w-0',
    cell: ({ delivery: { url } }) => (
      <span title={url} className="mono block truncate text-ink-2 text-small">
        {stripHttpsScheme(url)}
      </span>
    ),
  },
  {
    head: 'Last reply',
    phone: 'second-end',
    cellClassName: 'text-ink-2 sm:min-w-24',
    cell: (row) => <LastReply row={row} onShow={onShow} />,
  },
  {
    head: 'Attempts',
    numeric: true,
    className: 'max-xl:hidden',
    cell: ({ delivery: { attempt } }) => attempt,
  },
  {
    head: 'Duration',
    numeric: true,
    className: 'max-xl:hidden',
    cellClassName: 'text-ink-2',
    cell: ({ delivery: { duration_ms: ms } }) => ms !== null && durationText(ms),
  },
  {
    head: 'Next attempt',
    className: 'max-xl:hidden',
    cellClassName: 'text-ink-2',
    cell: ({ delivery: { next_attempt_at: iso, status } }) =>
      iso ? <Countdown iso={iso} /> : status === 'pending' && 'when resumed',
  },
];

/** The button that resends a delivery; none for the row of a collapsed group. */
const RESEND = {
  ...actionsColumn<DeliveryListRow>(({ delivery, group }) =>
    group?.isClosed ? null : (
      <span className="flex items-center justify-end gap-3">
        <span className="text-ink-3 text-small xl:hidden">
          {countWithNoun(delivery.attempt, 'attempt')}
        </span>
        <Resend delivery={delivery} />
      </span>
    ),
  ),
  phone: 'last' as const,
};

function LastReply({ row, onShow }: { row: DeliveryListRow; onShow: (group: string) => void }) {
  const { delivery, group } = row;
  const reply = outcomeWords(delivery.response_status, delivery.error_code);
  if (!group) {
    return <span title={delivery.last_error ?? undefined}>{reply ?? 'none yet'}</span>;
  }
  return (
    <>
      <span title={delivery.last_error ?? undefined} className="block">
        {reply} × {group.count}, since <ClockTime iso={group.since} />
      </span>
      {group.isClosed && (
        <button
          type="button"
          aria-expanded={false}
          onClick={() => onShow(group.key)}
          className="tap-line text-accent text-small hover:underline"
        >
          Show {group.count - 1} more
        </button>
      )}
    </>
  );
}

/** Returns the payment that a delivery is about and, for an event in BTCPay's format, the shop. */
function subjectOf({ reference, payment_id: id, event_type: type, url }: DeliveryRowResponse) {
  const shop = shopHostOfEvent(type, url);
  return shop ? `${reference ?? id}, ${shop}` : (reference ?? id);
}

interface OpenLinkProps {
  readonly delivery: DeliveryRowResponse;
  readonly current: boolean;
  readonly onOpen: (id: string) => void;
}

/** A plain click opens the delivery next to the list. Other clicks can open it in a new tab. */
function OpenLink({ delivery, current, onOpen }: OpenLinkProps) {
  return (
    <a
      href={deliveryPage(delivery.id)}
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

export function DeliverySkeleton({ open }: Pick<Props, 'open'>) {
  const columns = columnsOf(
    open,
    () => {},
    () => {},
  );
  return <SkeletonTable caption="Loading webhook deliveries" columns={columns} />;
}
