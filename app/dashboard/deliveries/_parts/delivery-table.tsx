'use client';

import clsx from 'clsx';
import { Shortened } from '@/app/_ui/identifier';
import { IntentLink } from '@/app/_ui/intent-link';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { Cell, type Column, ColumnHeads, Row, Table, TableBody } from '@/app/_ui/table';
import { Countdown, RelativeTime } from '@/app/_ui/time';
import { durationText } from '@/app/_ui/time-text';
import type { DeliveryRowAnswer } from '@/lib/http/answers/delivery-detail';
import { deliveryPane, paymentPage } from '../../_frame/paths';
import { Outcome } from './outcome';

interface Props {
  readonly deliveries: readonly DeliveryRowAnswer[];
  readonly open: string | null;
  readonly onOpen: (id: string) => void;
}

const columnsOf = (narrow: boolean): readonly Column[] => [
  { head: 'Status', className: 'sm:w-full' },
  { head: 'Event', className: 'sm:min-w-40' },
  ...(narrow ? [] : WIDE_COLUMNS),
  { head: 'Created', numeric: true },
];

const WIDE_COLUMNS: readonly Column[] = [
  { head: 'Payment', className: 'max-xl:hidden' },
  { head: 'Attempts', numeric: true, className: 'max-lg:hidden' },
  { head: 'Duration', numeric: true, className: 'max-xl:hidden' },
  { head: 'Next attempt' },
];

/** A page of deliveries. With one open beside it, the table shows fewer columns. */
export function DeliveryTable({ deliveries, open, onOpen }: Props) {
  const narrow = open !== null;
  return (
    <Table caption="Webhook deliveries">
      <ColumnHeads columns={columnsOf(narrow)} />
      <TableBody>
        {deliveries.map((delivery) => (
          <Row key={delivery.id} aria-selected={delivery.id === open || undefined}>
            <Cell phone="second-start" className="sm:w-full sm:max-w-0">
              <Outcome delivery={delivery} errorCode={delivery.error_code} />
            </Cell>
            <Cell phone="first-start" className="sm:max-w-48 sm:min-w-40">
              <OpenLink delivery={delivery} current={delivery.id === open} onOpen={onOpen} />
              <span
                className={clsx('block truncate text-ink-3 text-small', !narrow && 'xl:hidden')}
              >
                {delivery.reference ?? delivery.payment_id}
              </span>
            </Cell>
            {!narrow && (
              <Cell className="max-w-56 truncate max-xl:hidden">
                <PaymentLink delivery={delivery} />
              </Cell>
            )}
            {!narrow && (
              <Cell numeric className="max-lg:hidden">
                {delivery.attempt}
              </Cell>
            )}
            {!narrow && (
              <Cell numeric className="text-ink-2 max-xl:hidden">
                {delivery.duration_ms === null ? '' : durationText(delivery.duration_ms)}
              </Cell>
            )}
            {!narrow && (
              <Cell phone="second-end" className="text-ink-2">
                {delivery.next_attempt_at ? (
                  <Countdown iso={delivery.next_attempt_at} />
                ) : (
                  delivery.status === 'pending' && 'endpoint paused'
                )}
              </Cell>
            )}
            <Cell numeric phone="first-end" className="text-ink-2">
              <RelativeTime iso={delivery.created_at} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

interface OpenLinkProps {
  readonly delivery: DeliveryRowAnswer;
  readonly current: boolean;
  readonly onOpen: (id: string) => void;
}

/** A link, so that it can open in a new tab; a plain click opens it beside the list. */
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

export function DeliverySkeleton({ narrow }: { narrow: boolean }) {
  return <SkeletonTable caption="Loading webhook deliveries" columns={columnsOf(narrow)} />;
}
