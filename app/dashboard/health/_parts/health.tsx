'use client';

import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@/app/_ui/skeleton';
import { chainQueries, healthQuery } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { Section } from '../../_frame/section';
import { QueryState } from '../../_list/query-state';
import { Chains } from './chains';
import { findProblems, healthSentence } from './find-problems';
import { Hosts } from './hosts';
import { Jobs } from './jobs';

export function Health() {
  const chains = useQuery(chainQueries.list());
  const health = useQuery(healthQuery());
  const now = Date.parse(chains.data?.now ?? '');
  return (
    <>
      <PageHead title="Health" aside={false}>
        {chains.data && health.data && (
          <p role="status" className="font-medium text-ink">
            {healthSentence(findProblems(chains.data.data, health.data, now))}
          </p>
        )}
      </PageHead>
      <Section title="Chains">
        <Chains query={chains} />
      </Section>
      <QueryState
        what="The state of webhooks and jobs"
        query={health}
        skeleton={<Skeleton className="h-40 w-full" />}
      >
        {(data) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-3">
            <Section title="Webhook hosts">
              <Hosts hosts={data.hosts} />
            </Section>
            <Section title="Jobs">
              <Jobs health={data} chains={chains.data?.data ?? []} />
            </Section>
          </div>
        )}
      </QueryState>
    </>
  );
}
