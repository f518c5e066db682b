'use client';

import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/app/_ui/badge';
import { ButtonLink } from '@/app/_ui/button';
import { CopyButton } from '@/app/_ui/copy-button';
import { EventName } from '@/app/_ui/event-name';
import { Fact, FactList, StatItem } from '@/app/_ui/facts';
import { IntentLink } from '@/app/_ui/intent-link';
import { Skeleton } from '@/app/_ui/skeleton';
import { Countdown, RelativeTime } from '@/app/_ui/time';
import { durationText } from '@/app/_ui/time-text';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type {
  EndpointDetailResponse,
  EndpointFiguresResponse,
  RecordedEndpointFailure,
} from '@/lib/http/endpoints/endpoint-response';
import { endpointQueries } from '../../../_data/queries';
import { PageHead } from '../../../_frame/page-head';
import { deliveryPage, endpointDeliveriesPage, WEBHOOKS } from '../../../_frame/paths';
import { Section } from '../../../_frame/section';
import { DetailPage, DetailSkeleton } from '../../../_list/detail-page';
import { EditEndpoint } from '../../_parts/endpoint-dialog';
import { useEndpointWords } from '../../_parts/endpoint-state';
import { EndpointSettingsSection, PauseOrResume } from './endpoint-actions';
import { Replay } from './replay';

export function EndpointDetail({ id }: { id: string }) {
  const query = useQuery(endpointQueries.detail(id));
  return (
    <DetailPage
      what="Webhook endpoint"
      query={query}
      skeleton={SKELETON}
      back={{ href: WEBHOOKS, label: 'Webhooks' }}
      all={{ href: WEBHOOKS, label: 'All endpoints' }}
      missing="The endpoint may belong to another merchant of yours."
    >
      {(endpoint) => <Detail endpoint={endpoint} />}
    </DetailPage>
  );
}

function Detail({ endpoint }: { endpoint: EndpointDetailResponse }) {
  const { tone, label, detail } = useEndpointWords(endpoint);
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead
        title={endpoint.name ?? endpoint.host}
        aside={
          <span aria-live="polite">
            <Badge tone={tone}>{label}</Badge>
          </span>
        }
        actions={
          <>
            <ButtonLink href={endpointDeliveriesPage(endpoint.id)}>View deliveries</ButtonLink>
            {endpoint.can.administer && <EditEndpoint endpoint={endpoint} />}
            {endpoint.can.change && <Replay endpoint={endpoint} />}
            {endpoint.can.change && <PauseOrResume endpoint={endpoint} />}
          </>
        }
      >
        <span className="flex max-w-full items-start gap-1">
          <span className="mono wrap-anywhere text-small">{endpoint.url}</span>
          <CopyButton text={endpoint.url} label="Copy URL" />
        </span>
        <p>{detail}</p>
        {endpoint.standing.last_error && <p>{endpoint.standing.last_error}</p>}
      </PageHead>
      <EndpointFigures endpoint={endpoint} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <RecentFailures failures={endpoint.failures} />
        <div className="grid gap-8">
          {endpoint.events && <EndpointSettingsSection endpoint={endpoint} />}
          <Pending endpoint={endpoint} />
        </div>
      </div>
    </article>
  );
}

function Pending({
  endpoint: { waiting, paused_at: pausedAt },
}: {
  endpoint: EndpointDetailResponse;
}) {
  return (
    <Section title="Pending deliveries">
      {waiting.count === 0 ? (
        <p className="text-ink-2">No pending deliveries.</p>
      ) : (
        <FactList>
          <Fact name="Count">{countWithNoun(waiting.count, 'delivery', 'deliveries')}</Fact>
          {waiting.oldest_at && (
            <Fact name="Oldest">
              <RelativeTime iso={waiting.oldest_at} />
            </Fact>
          )}
          <Fact name="Next attempt">
            {waiting.next_attempt_at ? (
              <Countdown iso={waiting.next_attempt_at} />
            ) : (
              pausedAt && 'when the endpoint is resumed'
            )}
          </Fact>
        </FactList>
      )}
    </Section>
  );
}

const SKELETON = (
  <DetailSkeleton figures={4}>
    <Skeleton className="h-48 w-full" />
  </DetailSkeleton>
);

function EndpointFigures({ endpoint }: { endpoint: EndpointDetailResponse }) {
  const { day, week, is_part: isPart } = endpoint;
  return (
    <div className="grid gap-2">
      <dl className="flex flex-wrap gap-x-4 gap-y-4 border-rule-5 border-y bg-surface px-4 py-4 max-md:*:min-w-[calc(50%-0.5rem)] sm:px-5 md:gap-x-12">
        <StatItem name="Success, 24 hours" note={countText(day)}>
          {rateText(day)}
        </StatItem>
        <StatItem name="Success, 7 days" note={countText(week)}>
          {rateText(week)}
        </StatItem>
        <StatItem name="Response time, 24 hours" note={slowText(day)}>
          {msText(day.median_ms)}
        </StatItem>
        <StatItem name="Response time, 7 days" note={slowText(week)}>
          {msText(week.median_ms)}
        </StatItem>
      </dl>
      <p className="text-ink-3 text-small">
        Counts attempts for events created in each period. Response times are medians.
        {isPart && ' Only the newest 10 000 events are counted.'}
      </p>
    </div>
  );
}

/** Rounds down, so that 100 % means that every attempt succeeded. */
function rateText({ attempts, succeeded }: EndpointFiguresResponse): string {
  if (attempts === 0) return '–';
  return `${Math.floor((succeeded / attempts) * 1_000) / 10} %`;
}

function countText({ attempts, succeeded }: EndpointFiguresResponse): string {
  return attempts === 0 ? 'no attempts' : `${succeeded} of ${attempts} attempts`;
}

function msText(ms: number | null): string {
  return ms === null ? '–' : durationText(ms);
}

function slowText({ p95_ms: ms }: EndpointFiguresResponse): string {
  return ms === null ? 'no responses' : `95 % within ${durationText(ms)}`;
}

function RecentFailures({ failures }: { failures: readonly RecordedEndpointFailure[] }) {
  return (
    <Section title="Last failures">
      {failures.length === 0 ? (
        <p className="text-ink-2">No failed attempts in the last 7 days.</p>
      ) : (
        <ul className="grid divide-y border-y">
          {failures.map((failure) => (
            <li key={`${failure.delivery_id} ${failure.number}`} className="grid gap-1 py-3">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <IntentLink
                  href={deliveryPage(failure.delivery_id)}
                  prefetch={false}
                  className="rounded-badge font-medium text-accent hover:underline"
                >
                  <EventName type={failure.event_type} />
                  <span className="font-normal text-ink-3">, attempt {failure.number}</span>
                </IntentLink>
                <RelativeTime iso={failure.at} className="text-ink-2 text-small" />
              </div>
              <p className="wrap-anywhere text-ink-2 text-small">{failure.error}</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
