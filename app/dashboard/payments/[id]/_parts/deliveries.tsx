'use client';

import type { Route } from 'next';
import Link from 'next/link';
import { Button } from '@/app/_ui/button';
import { DeliveryBadge } from '@/app/_ui/status-badge';
import type { PaymentDetailAnswer } from '@/lib/http/answers/payment-detail';
import { paymentQueries } from '../../../_data/queries';
import { useChange } from '../../../_data/use-change';
import { Countdown } from '../../../_exchange/countdown';
import { Section } from './section';

type Delivery = PaymentDetailAnswer['deliveries'][number];

/** The webhooks of a payment and how each is getting on. */
export function Deliveries({ detail }: { detail: PaymentDetailAnswer }) {
  const { deliveries, payment, can } = detail;
  return (
    <Section title="Webhooks">
      {deliveries.length === 0 ? (
        <p className="border-rule-5 border-y bg-surface px-4 py-4 text-ink-2">
          {payment.webhook_url
            ? 'None so far. The first goes out when the payment is detected.'
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
                <Link
                  href={`/dashboard/deliveries?open=${delivery.id}` as Route}
                  className="font-medium underline-offset-3 hover:underline"
                >
                  {delivery.event_type}
                </Link>
                <p className="text-ink-2 text-small">
                  <Progress delivery={delivery} />
                </p>
              </div>
              {can.change && delivery.status !== 'delivering' && <Resend delivery={delivery} />}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Progress({ delivery }: { delivery: Delivery }) {
  const { attempt, status, last_error: error, next_attempt_at: next } = delivery;
  const tries = attempt === 1 ? '1 try' : `${attempt} tries`;
  if (status === 'delivered') return <>{tries}</>;
  return (
    <>
      {attempt > 0 && `${tries}. `}
      {error}
      {status === 'pending' && next && (
        <>
          {' '}
          Next try <Countdown iso={next} />.
        </>
      )}
    </>
  );
}

function Resend({ delivery }: { delivery: Delivery }) {
  const resend = useChange('POST /api/dashboard/deliveries/{id}/resend', {
    ask: () => ({ id: delivery.id }),
    changes: [paymentQueries.all()],
    done: ({ outcome }) =>
      outcome === 'resent' ? 'The webhook is being sent.' : 'A try is under way already.',
  });
  return (
    <Button size="small" busy={resend.isPending} onClick={() => resend.mutate()}>
      {delivery.status === 'pending' ? 'Try now' : 'Send again'}
    </Button>
  );
}
