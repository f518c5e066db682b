'use client';

import { useQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Button } from '@/app/_ui/button';
import { CopyButton } from '@/app/_ui/copy-button';
import { RelativeTime } from '@/app/_ui/relative-time';
import { Skeleton } from '@/app/_ui/skeleton';
import type { DeliveryDetailAnswer } from '@/lib/http/answers/delivery-detail';
import { deliveryQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { Countdown } from '../../_exchange/countdown';
import { ListState } from '../../_list/list-state';
import { Outcome } from './outcome';
import { Tries } from './tries';

/** One delivery with every try. */
export function DeliveryDetail({ id }: { id: string }) {
  const query = useQuery(deliveryQueries.detail(id));
  return (
    <ListState what="This delivery" query={query} skeleton={<DetailSkeleton />}>
      {(delivery) => <Detail delivery={delivery} />}
    </ListState>
  );
}

function Detail({ delivery }: { delivery: DeliveryDetailAnswer }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Outcome delivery={delivery} errorCode={delivery.tries[0]?.exchange.cause?.code ?? null} />
        {delivery.can.change && <Resend delivery={delivery} />}
      </div>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
        <Fact name="Payment">
          <Link
            href={`/dashboard/payments/${delivery.payment_id}` as Route}
            className="wrap-anywhere text-accent hover:underline"
          >
            {delivery.reference ?? <span className="mono">{delivery.payment_id}</span>}
          </Link>
        </Fact>
        <Fact name="URL">
          <span className="mono wrap-anywhere text-small">{delivery.url}</span>
        </Fact>
        <Fact name="Event">
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
        {delivery.next_attempt_at && (
          <Fact name="Next try">
            <Countdown iso={delivery.next_attempt_at} />
          </Fact>
        )}
      </dl>
      <Tries delivery={delivery} />
    </div>
  );
}

function Resend({ delivery }: { delivery: DeliveryDetailAnswer }) {
  const resend = useChange('POST /api/dashboard/deliveries/{id}/resend', {
    ask: () => ({ id: delivery.id }),
    changes: [deliveryQueries.all()],
    done: ({ outcome }) =>
      outcome === 'resent' ? 'It is being sent again.' : 'A try is under way already.',
  });
  const waiting = delivery.status === 'pending';
  return (
    <Button size="small" busy={resend.isPending} onClick={() => resend.mutate()}>
      {waiting ? 'Try now' : 'Send again'}
    </Button>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
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
