'use client';

import type { Route } from 'next';
import { ButtonLink } from '@/app/_ui/button';
import { useClock } from '@/app/_ui/clock';
import { formatTimeToMinute } from '@/app/_ui/time-text';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { EndpointResponse } from '@/lib/http/endpoints/endpoint-response';
import { testWebhookPage } from '../../_frame/paths';
import { lastReply } from './endpoint-words';
import { stripHttpsScheme } from './strip-https-scheme';

const HELP = '/docs/webhooks#nothing-arrives' as Route;

interface Props {
  readonly endpoint: EndpointResponse;
  /** How many other endpoints are failing. */
  readonly others: number;
  readonly canTest: boolean;
}

export function FailingEndpointBanner({ endpoint, others, canTest }: Props) {
  const { now, timeZone } = useClock();
  const { standing, url } = endpoint;
  const since = formatTimeToMinute(new Date(standing.failing_since ?? now), now, timeZone);
  const attempts = countWithNoun(standing.same_in_a_row, 'attempt');
  return (
    <section
      aria-label="Failing endpoint"
      className="tone-failed grid gap-x-6 gap-y-2 border-rule-5 border-y bg-(--tone-bg) px-4 py-3.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:px-5"
    >
      <div className="grid gap-0.5">
        <h2 className="wrap-anywhere text-(--tone) text-section">
          {endpoint.name ?? stripHttpsScheme(url)} has been failing since {since}
        </h2>
        <p className="max-w-reading">
          Last {attempts}: {lastReply(standing)}. {standing.last_error}
          {others > 0 &&
            ` ${countWithNoun(others, 'other endpoint is', 'other endpoints are')} failing.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        {canTest && <ButtonLink href={testWebhookPage(url)}>Send test event</ButtonLink>}
        <ButtonLink href={HELP}>How to fix it</ButtonLink>
      </div>
    </section>
  );
}
