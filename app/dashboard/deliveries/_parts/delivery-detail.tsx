'use client';

import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '@/app/_ui/copy-button';
import { Fact, FactList } from '@/app/_ui/facts';
import { IntentLink } from '@/app/_ui/intent-link';
import { Skeleton } from '@/app/_ui/skeleton';
import { Countdown, RelativeTime } from '@/app/_ui/time';
import type { DeliveryDetailAnswer } from '@/lib/http/answers/delivery-detail';
import { deliveryQueries } from '../../_data/queries';
import { paymentPage } from '../../_frame/paths';
import { QueryState } from '../../_list/query-state';
import { Attempts } from './attempts';
import { Outcome } from './outcome';
import { Resend } from './resend';

/** One delivery with all its attempts. */
export function DeliveryDetail({ id }: { id: string }) {
  const query = useQuery(deliveryQueries.detail(id));
  return (
    <QueryState what="This delivery" query={query} skeleton={<DetailSkeleton />}>
      {(delivery) => <Detail delivery={delivery} />}
    </QueryState>
  );
}

function Detail({ delivery }: { delivery: DeliveryDetailAnswer }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Outcome
          delivery={delivery}
          errorCode={delivery.attempts[0]?.exchange.cause?.code ?? null}
        />
        {delivery.can.change && <Resend delivery={delivery} changes={[deliveryQueries.all()]} />}
      </div>
      <FactList>
        <Fact name="Payment">
          <IntentLink
            href={paymentPage(delivery.payment_id)}
            className="wrap-anywhere text-accent hover:underline"
          >
            {delivery.reference ?? <span className="mono">{delivery.payment_id}</span>}
          </IntentLink>
        </Fact>
        <Fact name="URL">
          <span className="mono wrap-anywhere text-small">{delivery.url}</span>
        </Fact>
        <Fact name="Event id">
          <span className="inline-flex max-w-full items-center gap-1">
            <span className="mono truncate text-small">{delivery.event_id}</span>
            <CopyButton text={delivery.event_id} label="Copy event id" />
          </span>
        </Fact>
        <Fact name="API key">{delivery.api_key.name}</Fact>
        <Fact name="Created">
          <RelativeTime iso={delivery.created_at} />
        </Fact>
        {delivery.delivered_at && (
          <Fact name="Delivered">
            <RelativeTime iso={delivery.delivered_at} />
          </Fact>
        )}
        {delivery.status === 'pending' && (
          <Fact name="Next attempt">
            {delivery.next_attempt_at ? (
              <Countdown iso={delivery.next_attempt_at} />
            ) : (
              'when its endpoint is resumed'
            )}
          </Fact>
        )}
      </FactList>
      <Attempts delivery={delivery} />
    </div>
  );
}

function DetailSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="w-full" />
      <Skeleton className="w-3/4" />
      <Skeleton className="w-2/3" />
      <Skeleton className="mt-4 h-40 w-full" />
    </div>
  );
}
