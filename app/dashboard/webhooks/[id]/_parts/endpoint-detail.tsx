'use client';

import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@/app/_ui/button';
import { CopyButton } from '@/app/_ui/copy-button';
import { counted } from '@/app/_ui/counted';
import { Fact, FactList } from '@/app/_ui/facts';
import { Skeleton } from '@/app/_ui/skeleton';
import { Countdown, RelativeTime } from '@/app/_ui/time';
import type { EndpointDetailAnswer } from '@/lib/http/answers/endpoint';
import { endpointQueries } from '../../../_data/queries';
import { PageHead } from '../../../_frame/page-head';
import { deliveriesTo, ENDPOINTS } from '../../../_frame/paths';
import { Section } from '../../../_frame/section';
import { DetailPage, DetailSkeleton } from '../../../_list/detail-page';
import { EndpointBadge, useEndpointWords } from '../../_parts/endpoint-badge';
import { EndpointFigures } from './endpoint-figures';
import { PauseOrResume } from './pause-or-resume';
import { RecentFailures } from './recent-failures';
import { ResendFailed } from './resend-failed';

/** One webhook endpoint, live: how it does, what is pending, and what failed. */
export function EndpointDetail({ id }: { id: string }) {
  const query = useQuery(endpointQueries.detail(id));
  return (
    <DetailPage
      what="Webhook endpoint"
      query={query}
      skeleton={SKELETON}
      back={{ href: ENDPOINTS, label: 'Webhook endpoints' }}
      all={{ href: ENDPOINTS, label: 'All endpoints' }}
      missing="It may belong to another merchant of yours."
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
            <ButtonLink href={deliveriesTo(endpoint.id)}>Its deliveries</ButtonLink>
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
              pausedAt && 'when it is resumed'
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
