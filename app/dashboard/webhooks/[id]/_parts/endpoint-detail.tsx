'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '@/app/_ui/button';
import { CopyButton } from '@/app/_ui/copy-button';
import { counted } from '@/app/_ui/counted';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { Fact, FactList, Figure } from '@/app/_ui/facts';
import { IntentLink } from '@/app/_ui/intent-link';
import { mainLandmark } from '@/app/_ui/main-landmark';
import { Skeleton } from '@/app/_ui/skeleton';
import { Countdown, RelativeTime } from '@/app/_ui/time';
import { durationText } from '@/app/_ui/time-text';
import type {
  EndpointAnswer,
  EndpointDetailAnswer,
  EndpointFailureAnswer,
  EndpointFiguresAnswer,
} from '@/lib/http/endpoints/endpoint-answer';
import { deliveryQueries, endpointQueries } from '../../../_data/queries';
import { useChange } from '../../../_data/use-change';
import { PageHead } from '../../../_frame/page-head';
import { deliveriesTo, deliveryPane, ENDPOINTS } from '../../../_frame/paths';
import { Section } from '../../../_frame/section';
import { DetailPage, DetailSkeleton } from '../../../_list/detail-page';
import { EndpointBadge, useEndpointWords } from '../../_parts/endpoint-badge';
import { ResendFailed } from './resend-failed';

export function EndpointDetail({ id }: { id: string }) {
  const query = useQuery(endpointQueries.detail(id));
  return (
    <DetailPage
      what="Webhook endpoint"
      query={query}
      skeleton={SKELETON}
      back={{ href: ENDPOINTS, label: 'Webhook endpoints' }}
      all={{ href: ENDPOINTS, label: 'All endpoints' }}
      missing="The endpoint may belong to another merchant of yours."
    >
      {(endpoint) => <Detail endpoint={endpoint} />}
    </DetailPage>
  );
}

function Detail({ endpoint }: { endpoint: EndpointDetailAnswer }) {
  const { means } = useEndpointWords(endpoint);
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead
        title={endpoint.host}
        aside={
          <span aria-live="polite">
            <EndpointBadge endpoint={endpoint} />
          </span>
        }
        actions={
          <>
            <ButtonLink href={deliveriesTo(endpoint.id)}>View deliveries</ButtonLink>
            {endpoint.can.change && <PauseOrResume endpoint={endpoint} />}
          </>
        }
      >
        <span className="flex max-w-full items-start gap-1">
          <span className="mono wrap-anywhere text-small">{endpoint.url}</span>
          <CopyButton text={endpoint.url} label="Copy URL" />
        </span>
        <p>{means}</p>
      </PageHead>
      <EndpointFigures endpoint={endpoint} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <RecentFailures failures={endpoint.failures} />
        <div className="grid gap-8">
          <Pending endpoint={endpoint} />
          {endpoint.can.change && <ResendFailed endpointId={endpoint.id} />}
        </div>
      </div>
    </article>
  );
}

function Pending({
  endpoint: { waiting, paused_at: pausedAt },
}: {
  endpoint: EndpointDetailAnswer;
}) {
  return (
    <Section title="Pending deliveries">
      {waiting.count === 0 ? (
        <p className="text-ink-2">No pending deliveries.</p>
      ) : (
        <FactList>
          <Fact name="Count">{counted(waiting.count, 'delivery', 'deliveries')}</Fact>
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

function EndpointFigures({ endpoint }: { endpoint: EndpointDetailAnswer }) {
  const { day, week, is_part: isPart } = endpoint;
  return (
    <div className="grid gap-2">
      <dl className="flex flex-wrap gap-x-4 gap-y-4 border-rule-5 border-y bg-surface px-4 py-4 max-md:*:min-w-[calc(50%-0.5rem)] sm:px-5 md:gap-x-12">
        <Figure name="Success, 24 hours" note={countText(day)}>
          {rateText(day)}
        </Figure>
        <Figure name="Success, 7 days" note={countText(week)}>
          {rateText(week)}
        </Figure>
        <Figure name="Response time, 24 hours" note={slowText(day)}>
          {msText(day.median_ms)}
        </Figure>
        <Figure name="Response time, 7 days" note={slowText(week)}>
          {msText(week.median_ms)}
        </Figure>
      </dl>
      <p className="text-ink-3 text-small">
        Counts attempts for events created in each period. Response times are medians.
        {isPart && ' Only the newest 10 000 events are counted.'}
      </p>
    </div>
  );
}

/** Rounds down, so that 100 % means that all attempts succeeded. */
function rateText({ attempts, succeeded }: EndpointFiguresAnswer): string {
  if (attempts === 0) return '–';
  return `${Math.floor((succeeded / attempts) * 1_000) / 10} %`;
}

function countText({ attempts, succeeded }: EndpointFiguresAnswer): string {
  return attempts === 0 ? 'no attempts' : `${succeeded} of ${attempts} attempts`;
}

function msText(ms: number | null): string {
  return ms === null ? '–' : durationText(ms);
}

function slowText({ p95_ms: ms }: EndpointFiguresAnswer): string {
  return ms === null ? 'no responses' : `95 % within ${durationText(ms)}`;
}

interface Props {
  readonly endpoint: EndpointAnswer;
}

function PauseOrResume({ endpoint: { id, paused_at: pausedAt } }: Props) {
  const resume = useChange('POST /api/dashboard/endpoints/{id}/resume', {
    ask: () => ({ id }),
    changes: [deliveryQueries.all()],
    done: ({ waited }) => `Endpoint resumed. ${counted(waited, 'delivery', 'deliveries')} due now.`,
  });
  if (!pausedAt) return <Pause id={id} />;
  // Resuming replaces the focused button.
  const onSuccess = () => mainLandmark()?.focus();
  return (
    <Button
      variant="primary"
      busy={resume.isPending}
      onClick={() => resume.mutate(undefined, { onSuccess })}
    >
      Resume
    </Button>
  );
}

function Pause({ id }: { id: string }) {
  const pause = useChange('POST /api/dashboard/endpoints/{id}/pause', {
    ask: () => ({ id }),
    changes: [deliveryQueries.all()],
    done: () => 'Endpoint paused.',
  });
  return (
    <ConfirmDialog
      trigger={<Button>Pause</Button>}
      title="Pause this endpoint?"
      description="Blocktally makes no attempts until somebody resumes the endpoint. New events wait too, and nothing is lost."
      variant="primary"
      confirm="Pause"
      busy={pause.isPending}
      onConfirm={(close) => pause.mutate(undefined, { onSettled: close })}
    >
      <p className="text-ink-2">
        Until you resume it, this endpoint receives no webhooks. Other endpoints on the same host
        are not affected.
      </p>
    </ConfirmDialog>
  );
}

function RecentFailures({ failures }: { failures: readonly EndpointFailureAnswer[] }) {
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
                  href={deliveryPane(failure.delivery_id)}
                  prefetch={false}
                  className="rounded-badge font-medium text-accent hover:underline"
                >
                  {failure.event_type}
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
