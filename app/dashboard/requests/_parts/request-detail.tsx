'use client';

import { useQuery } from '@tanstack/react-query';
import { Button } from '@/app/_ui/button';
import { CopyButton } from '@/app/_ui/copy-button';
import { EmptyState } from '@/app/_ui/empty-state';
import { Fact, FactList } from '@/app/_ui/facts';
import { IntentLink } from '@/app/_ui/intent-link';
import { Skeleton } from '@/app/_ui/skeleton';
import { ClockTime } from '@/app/_ui/time';
import { durationText } from '@/app/_ui/time-text';
import type { LoggedRequestResponse } from '@/lib/http/requests/request-response';
import { apiRequestQueries } from '../../_data/queries';
import { isNotFoundError } from '../../_data/request-error';
import { keyPage } from '../../_frame/paths';
import { QueryState } from '../../_list/query-state';
import { ProblemLink } from './problem-link';
import { StatusBadge } from './request-table';

interface Props {
  readonly id: string;
  readonly onClear: () => void;
}

export function RequestDetail({ id, onClear }: Props) {
  const query = useQuery(apiRequestQueries.detail(id));
  if (isNotFoundError(query.error)) return <NotFound onClear={onClear} />;
  return (
    <QueryState what="The request" query={query} skeleton={<Skeleton className="h-48 w-full" />}>
      {(request) => (
        <section
          aria-label="Request"
          className="max-w-reading border-rule-5 border-y bg-surface px-4 py-4 sm:px-5"
        >
          <RequestFacts request={request} />
        </section>
      )}
    </QueryState>
  );
}

function RequestFacts({ request }: { request: LoggedRequestResponse }) {
  return (
    <FactList>
      <Fact name="API key">
        <IntentLink href={keyPage(request.api_key.id)} className="text-accent hover:underline">
          {request.api_key.name}
        </IntentLink>
      </Fact>
      <Fact name="Request id">
        <span className="inline-flex items-center gap-1">
          <span className="mono">{request.id}</span>
          <CopyButton text={request.id} label="Copy request id" />
        </span>
      </Fact>
      <Fact name="Time">
        <ClockTime iso={request.at} />
      </Fact>
      <Fact name="Request">
        <span className="mono">
          {request.method} {request.path}
        </span>
      </Fact>
      <Fact name="Status">
        <StatusBadge status={request.status} />
      </Fact>
      {request.problem_code && (
        <Fact name="Problem">
          <ProblemLink code={request.problem_code} />
        </Fact>
      )}
      <Fact name="Duration">{durationText(request.duration_ms)}</Fact>
      <Fact name="Idempotency-Key">{request.has_idempotency_key ? 'Sent' : 'Not sent'}</Fact>
    </FactList>
  );
}

function NotFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title="Request not found" action={<Button onClick={onClear}>Clear search</Button>}>
      <p>
        Requests are kept for 7 days. Requests with an unknown API key, an unknown path or a wrong
        method are not kept.
      </p>
    </EmptyState>
  );
}
