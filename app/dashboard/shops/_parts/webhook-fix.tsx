'use client';

import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ButtonLink } from '@/app/_ui/button';
import { RelativeTime } from '@/app/_ui/time';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { EndpointResponse } from '@/lib/http/endpoints/endpoint-response';
import { deliveryQueries } from '../../_data/queries';
import { deliveriesPage, endpointPage } from '../../_frame/paths';
import { ResendAll } from '../../webhooks/_deliveries/resend';
import { useEndpointWords } from '../../webhooks/_parts/endpoint-state';
import { lastReply } from '../../webhooks/_parts/endpoint-words';

interface Props {
  readonly endpoint: EndpointResponse;
  readonly canChange: boolean;
}

/**
 * Explains why the shop gets no events, and what to do. Shows nothing while the shop accepts
 * events.
 */
export function WebhookFix({ endpoint, canChange }: Props) {
  const { state } = endpoint;
  if (state === 'working' || state === 'no_attempts') return null;
  return <Cure endpoint={endpoint} canChange={canChange} />;
}

const RANGE = '90d';

function Cure({ endpoint, canChange }: Props) {
  const { id, standing, state } = endpoint;
  const { tone, label, detail } = useEndpointWords(endpoint);
  const filters = { endpoint: id, range: RANGE };
  const { data } = useQuery(
    deliveryQueries.list(new URLSearchParams({ ...filters, limit: '1' }).toString()),
  );
  const { failing = 0, failed = 0 } = data?.counts ?? {};
  const missing = failing + failed;
  return (
    <section
      aria-label="Webhooks of the shop"
      className={clsx(
        `tone-${tone}`,
        'grid gap-3 border-rule-5 border-y bg-(--tone-bg) px-4 py-3.5 sm:px-5',
      )}
    >
      <div className="grid gap-0.5">
        <h3 className="text-(--tone) text-section">Webhooks of the shop: {label.toLowerCase()}</h3>
        <p className="max-w-reading">
          {missing > 0 && `The shop has not accepted ${countWithNoun(missing, 'event')}. `}
          {state === 'paused' ? `${label} ${detail}.` : standing.last_error}
        </p>
        {standing.last_at && (
          <p className="text-ink-2 text-small">
            Last reply: {lastReply(standing)}, <RelativeTime iso={standing.last_at} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        {canChange && failing > 0 && (
          <ResendAll count={failing} status="failing" filters={filters} />
        )}
        {canChange && failed > 0 && (
          <ResendAll count={failed} status="failed" filters={filters} of="given up" />
        )}
        <ButtonLink href={deliveriesPage(filters)}>View deliveries</ButtonLink>
        {state === 'paused' && <ButtonLink href={endpointPage(id)}>View endpoint</ButtonLink>}
      </div>
    </section>
  );
}
