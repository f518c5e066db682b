'use client';

import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { BadgeIcon } from '@/app/_ui/badge';
import { Button } from '@/app/_ui/button';
import { CopyButton } from '@/app/_ui/copy-button';
import { counted } from '@/app/_ui/counted';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { IntentLink } from '@/app/_ui/intent-link';
import { NetworkChip } from '@/app/_ui/network';
import { Skeleton } from '@/app/_ui/skeleton';
import { DeliveryBadge, PaymentBadge } from '@/app/_ui/status-badge';
import { ClockTime, Countdown } from '@/app/_ui/time';
import type { PaymentAnswer } from '@/lib/http/payments/payment-answer';
import type { PaymentDetailAnswer } from '@/lib/http/payments/payment-detail-answer';
import { paymentQueries } from '../../../_data/queries';
import { useChange } from '../../../_data/use-change';
import { PageHead } from '../../../_frame/page-head';
import { deliveryPane, PAYMENTS } from '../../../_frame/paths';
import { Section } from '../../../_frame/section';
import { DetailPage, DetailSkeleton } from '../../../_list/detail-page';
import { Resend } from '../../../deliveries/_parts/resend';
import { AddressCard, CheckoutLink, RawJson, Terms } from './details';
import { Figures, Notes } from './figures';
import { foldAttempts } from './fold-attempts';
import { type JoinedEntry, joinActions } from './join-actions';
import { Outputs } from './outputs';
import { PaymentBlocks } from './payment-blocks';
import { ShopData } from './shop-data';
import { Simulate } from './simulate';
import { wordingOf } from './timeline-words';
import { Work } from './work';

export function PaymentView({ id }: { id: string }) {
  const query = useQuery(paymentQueries.detail(id));
  return (
    <DetailPage
      what="Payment"
      query={query}
      skeleton={SKELETON}
      back={{ href: PAYMENTS, label: 'Payments' }}
      all={{ href: PAYMENTS, label: 'All payments' }}
      missing="The link may be incomplete, or the payment belongs to another merchant."
    >
      {(detail) => <Detail detail={detail} />}
    </DetailPage>
  );
}

function Detail({ detail }: { detail: PaymentDetailAnswer }) {
  const { payment, can } = detail;
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead
        title={payment.reference ?? 'Payment without reference'}
        aside={
          <>
            <span aria-live="polite">
              <PaymentBadge status={payment.status} flags={payment.flags} />
            </span>
            <NetworkChip network={payment.network} />
          </>
        }
        actions={can.cancel && <CancelPayment payment={payment} />}
      >
        <span className="inline-flex max-w-full items-center gap-1 text-ink-3">
          <span className="mono truncate">{payment.id}</span>
          <CopyButton text={payment.id} label="Copy payment id" />
        </span>
      </PageHead>
      <Figures detail={detail} />
      <Notes detail={detail} />
      <Work detail={detail} />
      <PaymentBlocks detail={detail} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <PaymentTimeline detail={detail} />
          <Outputs detail={detail} />
          <Deliveries detail={detail} />
          <RawJson payment={payment} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <CheckoutLink payment={payment} />
          {can.simulate && <Simulate detail={detail} />}
          <ShopData payment={payment} />
          <AddressCard detail={detail} />
          <Terms detail={detail} />
        </div>
      </div>
    </article>
  );
}

function CancelPayment({ payment }: { payment: PaymentAnswer }) {
  const cancel = useChange('POST /api/dashboard/payments/{id}/cancel', {
    ask: () => ({ id: payment.id }),
    changes: [paymentQueries.all()],
    done: () => 'Payment canceled.',
  });
  return (
    <ConfirmDialog
      trigger={<Button variant="danger">Cancel payment</Button>}
      title="Cancel this payment?"
      description="The payment page will show that the payment is canceled. Money that still arrives at the address is detected and marked as late."
      confirm="Cancel payment"
      dismiss="Keep payment"
      busy={cancel.isPending}
      onConfirm={(close) => cancel.mutate(undefined, { onSettled: close })}
    />
  );
}

const SKELETON = (
  <DetailSkeleton figures={3}>
    <div className="grid gap-3">
      <Skeleton className="h-5 w-28" />
      <Skeleton className="w-3/5" />
      <Skeleton className="w-2/5" />
      <Skeleton className="w-1/2" />
    </div>
  </DetailSkeleton>
);

type Delivery = PaymentDetailAnswer['deliveries'][number];

function Deliveries({ detail }: { detail: PaymentDetailAnswer }) {
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
        <ul className="divide-y border-rule-5 border-y bg-surface">
          {deliveries.map((delivery) => (
            <li
              key={delivery.id}
              className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3 py-2.5"
            >
              <span className="min-w-24">
                <DeliveryBadge status={delivery.status} attempt={delivery.attempt} />
              </span>
              <div className="min-w-0 flex-1 basis-56">
                <IntentLink
                  href={deliveryPane(delivery.id)}
                  className="font-medium underline-offset-3 hover:underline"
                >
                  {delivery.event_type}
                </IntentLink>
                <p className="text-ink-2 text-small">
                  <Progress delivery={delivery} />
                </p>
              </div>
              {can.change && delivery.status !== 'delivering' && (
                <Resend delivery={delivery} changes={[paymentQueries.all()]} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Progress({ delivery }: { delivery: Delivery }) {
  const { attempt, status, last_error: error, next_attempt_at: next } = delivery;
  const attempts = counted(attempt, 'attempt', 'attempts');
  if (status === 'delivered') return <>{attempts}</>;
  return (
    <>
      <span>{`${attempt > 0 ? `${attempts}. ` : ''}${error ?? ''}`}</span>
      {status === 'pending' && next && (
        <span>
          {' '}
          Next attempt <Countdown iso={next} />.
        </span>
      )}
      {status === 'pending' && !next && <span> Waiting until the endpoint is resumed.</span>}
    </>
  );
}

/** Everything that happened to a payment, oldest first: chain, status, webhooks and people. */
function PaymentTimeline({ detail }: { detail: PaymentDetailAnswer }) {
  const entries = joinActions(foldAttempts(detail.timeline.filter(isShown)));
  return (
    <Section title="Timeline">
      <ol aria-label="Payment timeline" className="grid">
        {entries.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
          <TimelineItem key={place} entry={entry} detail={detail} />
        ))}
      </ol>
    </Section>
  );
}

/** An event with a URL is represented by its attempts. */
function isShown(entry: PaymentDetailAnswer['timeline'][number]): boolean {
  return entry.kind !== 'event' || entry.url === null;
}

function TimelineItem({ entry, detail }: { entry: JoinedEntry; detail: PaymentDetailAnswer }) {
  const { tone, title, body } = wordingOf(entry, detail);
  return (
    <li
      className={clsx('group/item relative grid grid-cols-[20px_1fr] gap-x-3 pb-5', `tone-${tone}`)}
    >
      <span
        aria-hidden="true"
        className="absolute top-6 bottom-0 left-[9.5px] w-px bg-rule-5 group-last/item:hidden"
      />
      <span className="flex size-5 items-center justify-center rounded-full bg-(--tone-bg) text-(--tone) [&>svg]:size-3">
        <BadgeIcon tone={tone} />
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{title}</span>
          <span className="text-ink-3 text-small">
            <ClockTime iso={entry.at} />
          </span>
        </p>
        {body && <div className="min-w-0 text-ink-2">{body}</div>}
      </div>
    </li>
  );
}
