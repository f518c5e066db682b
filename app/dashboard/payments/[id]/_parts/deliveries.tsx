'use client';

import { counted } from '@/app/_ui/counted';
import { IntentLink } from '@/app/_ui/intent-link';
import { DeliveryBadge } from '@/app/_ui/status-badge';
import { Countdown } from '@/app/_ui/time';
import type { PaymentDetailAnswer } from '@/lib/http/answers/payment-detail';
import { paymentQueries } from '../../../_data/queries';
import { deliveryPane } from '../../../_frame/paths';
import { Section } from '../../../_frame/section';
import { Resend } from '../../../deliveries/_parts/resend';

type Delivery = PaymentDetailAnswer['deliveries'][number];

/** The webhook deliveries of a payment. */
export function Deliveries({ detail }: { detail: PaymentDetailAnswer }) {
  const { deliveries, payment, can } = detail;
  return (
    <Section title="Webhook deliveries">
      {deliveries.length === 0 ? (
        <p className="border-rule-5 border-y bg-surface px-4 py-4 text-ink-2">
          {payment.webhook_url
            ? 'None yet. The API key chooses which events are sent.'
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
      {status === 'pending' && !next && <span> Waits until its endpoint is resumed.</span>}
    </>
  );
}
