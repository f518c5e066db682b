'use client';

import { useQuery } from '@tanstack/react-query';
import { Badge, type Tone } from '@/app/_ui/badge';
import { CopyButton } from '@/app/_ui/copy-button';
import { EventName } from '@/app/_ui/event-name';
import { Fact, FactList } from '@/app/_ui/facts';
import { ChevronRight } from '@/app/_ui/icons';
import { IntentLink } from '@/app/_ui/intent-link';
import { Skeleton } from '@/app/_ui/skeleton';
import { Countdown, RelativeTime } from '@/app/_ui/time';
import { durationText } from '@/app/_ui/time-text';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type {
  AttemptResponse,
  DeliveryDetailResponse,
} from '@/lib/http/deliveries/delivery-detail-response';
import { deliveryQueries } from '../../_data/queries';
import { HttpExchange } from '../../_exchange/http-exchange';
import { paymentPage } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { QueryState } from '../../_list/query-state';
import { DeliveryOutcome } from './delivery-outcome';
import { Resend } from './resend';

export function DeliveryDetail({ id }: { id: string }) {
  const query = useQuery(deliveryQueries.detail(id));
  return (
    <QueryState what="This delivery" query={query} skeleton={<DetailSkeleton />}>
      {(delivery) => <Detail delivery={delivery} />}
    </QueryState>
  );
}

function Detail({ delivery }: { delivery: DeliveryDetailResponse }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <DeliveryOutcome
          delivery={delivery}
          errorCode={delivery.attempts[0]?.exchange.cause?.code ?? null}
        />
        {delivery.can.change && <Resend delivery={delivery} />}
      </div>
      <FactList>
        <Fact name="Event">
          <EventName type={delivery.event_type} url={delivery.url} />
        </Fact>
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

type Attempt = AttemptResponse;

const OUTCOMES: Record<Attempt['outcome'], { readonly tone: Tone; readonly label: string }> = {
  delivered: { tone: 'confirmed', label: 'Delivered' },
  failed: { tone: 'failed', label: 'Failed' },
  running: { tone: 'detected', label: 'Sending' },
  unknown: { tone: 'idle', label: 'Unknown' },
};

function Attempts({ delivery }: { delivery: DeliveryDetailResponse }) {
  const { attempts, attempt: count } = delivery;
  const deleted = count - attempts.length;
  return (
    <Section title="Attempts">
      {count === 0 && <p className="text-ink-2">No attempts yet.</p>}
      <ol className="grid grid-cols-[minmax(0,1fr)] border-rule-5 border-t">
        {attempts.map((attempt, place) => (
          <li key={attempt.number} className="border-b">
            <details open={place === 0} name="attempt" className="group">
              <summary className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-2 [&::-webkit-details-marker]:hidden">
                <ChevronRight
                  aria-hidden
                  className="size-4 shrink-0 text-ink-3 transition-transform duration-120 ease-standard group-open:rotate-90 motion-reduce:transition-none"
                />
                <span className="font-medium tabular-nums">Attempt {attempt.number}</span>
                <Badge tone={OUTCOMES[attempt.outcome].tone}>{labelOf(attempt)}</Badge>
                <span className="text-ink-3 text-small">
                  {attempt.exchange.timings &&
                    `${durationText(attempt.exchange.timings.total_ms)}, `}
                  <RelativeTime iso={attempt.started_at} />
                </span>
              </summary>
              <div className="pt-2 pb-5">
                <AttemptBody attempt={attempt} />
              </div>
            </details>
          </li>
        ))}
      </ol>
      {deleted > 0 && (
        <p className="text-ink-3 text-small">
          {countWithNoun(deleted, 'older attempt was', 'older attempts were')} deleted after 90
          days.
        </p>
      )}
    </Section>
  );
}

function labelOf({ outcome, exchange }: Attempt): string {
  return exchange.response ? `HTTP ${exchange.response.status}` : OUTCOMES[outcome].label;
}

function AttemptBody({ attempt }: { attempt: Attempt }) {
  if (attempt.outcome === 'running') return <p className="text-ink-2">Sending now.</p>;
  if (attempt.outcome === 'unknown') {
    return (
      <p className="text-ink-2">
        The server stopped during this attempt, so its outcome is unknown. The webhook was sent
        again. Your endpoint can recognize the repeat by its event id.
      </p>
    );
  }
  return <HttpExchange exchange={attempt.exchange} />;
}
