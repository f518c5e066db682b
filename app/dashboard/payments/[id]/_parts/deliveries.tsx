'use client';

import { EventName } from '@/app/_ui/event-name';
import { IntentLink } from '@/app/_ui/intent-link';
import { DeliveryBadge } from '@/app/_ui/status-badge';
import { actionsColumn, type Column, Table } from '@/app/_ui/table';
import { Countdown } from '@/app/_ui/time';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import { removeUrlScheme } from '../../../_frame/copyable-page-url';
import { deliveryPage } from '../../../_frame/paths';
import { Section } from '../../../_frame/section';
import { Resend } from '../../../webhooks/_deliveries/resend';

type Delivery = PaymentDetailResponse['deliveries'][number];

/** Shows one row per event and URL. */
export function Deliveries({ detail }: { detail: PaymentDetailResponse }) {
  const { deliveries, payment, can } = detail;
  return (
    <Section title="Webhook deliveries">
      {deliveries.length === 0 ? (
        <p className="border-rule-5 border-y bg-surface px-4 py-4 text-ink-2">
          {payment.webhook_url
            ? 'No webhooks sent yet. Choose events on the API key.'
            : 'The payment was created without a webhook URL.'}
        </p>
      ) : (
        <Table
          caption="Webhook deliveries of this payment"
          columns={can.change ? [...COLUMNS, RESEND] : COLUMNS}
          rows={deliveries}
          keyOf={({ id }) => id}
        />
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    head: 'URL',
    phone: 'third',
    className: 'sm:w-full',
    cellClassName: 'sm:max-w-0',
    cell: ({ url }) => (
      <span title={url} className="mono block truncate text-ink-2 text-small">
        {removeUrlScheme(url)}
      </span>
    ),
  },
  {
    head: 'Event',
    phone: 'first-start',
    cell: ({ id, event_type: type, url }) => (
      <IntentLink
        href={deliveryPage(id)}
        data-row-link=""
        className="rounded-badge font-medium text-accent hover:underline"
      >
        <EventName type={type} url={url} />
      </IntentLink>
    ),
  },
  {
    head: 'State',
    phone: 'first-end',
    cell: (delivery) => (
      <span className="inline-grid justify-items-start gap-0.5 max-sm:justify-items-end">
        <DeliveryBadge {...delivery} />
        <NextAttempt delivery={delivery} />
      </span>
    ),
  },
  {
    head: 'Attempts',
    numeric: true,
    cell: ({ attempt }) => attempt,
  },
  {
    head: 'Last response',
    phone: 'second-start',
    cellClassName: 'text-ink-2 sm:min-w-24',
    cell: ({ attempt, response_status: status, last_error: error }) => (
      <span title={error ?? undefined}>
        {status !== null ? `HTTP ${status}` : error === null ? 'none yet' : 'no response'}
        <span className="text-ink-3 sm:hidden">, {countWithNoun(attempt, 'attempt')}</span>
      </span>
    ),
  },
];

function NextAttempt({ delivery: { status, next_attempt_at: next } }: { delivery: Delivery }) {
  if (status !== 'pending') return null;
  return (
    <span className="text-ink-2 text-small">
      {next ? <Countdown iso={next} /> : 'when resumed'}
    </span>
  );
}

const RESEND: Column<Delivery> = {
  ...actionsColumn((delivery) => <Resend delivery={delivery} />),
  phone: 'last',
};
