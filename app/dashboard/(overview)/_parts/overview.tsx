'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { OverviewAnswer } from '@/lib/http/answers/overview';
import type { OverviewStripsAnswer } from '@/lib/http/answers/overview-strips';
import { overviewQuery } from '../../_data/overview-queries';
import { useFrame } from '../../_frame/frame';
import { PageHead } from '../../_frame/page-head';
import { QueryState } from '../../_list/query-state';
import { Strips } from '../_strips/strips';
import { Alerts } from './alerts';
import { BlockStrip } from './block-strip';
import { findAlerts } from './find-alerts';
import { FirstPayment } from './first-payment';
import { FailingEndpoints, Health } from './health';
import { NewestPayments } from './newest-payments';
import { OverviewFilters } from './overview-filters';
import { Worklist } from './worklist';

interface Props {
  readonly initial: OverviewAnswer;
  readonly strips: OverviewStripsAnswer;
}

/** What the server rendered, kept up to date. */
export function Overview({ initial, strips }: Props) {
  const query = useQuery({
    ...overviewQuery(initial.network),
    initialData: initial,
    initialDataUpdatedAt: Date.parse(initial.now),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryState what="The overview" query={query} skeleton={null}>
      {(overview) => <Loaded overview={overview} strips={strips} />}
    </QueryState>
  );
}

interface LoadedProps {
  readonly overview: OverviewAnswer;
  readonly strips: OverviewStripsAnswer;
}

function Loaded({ overview, strips }: LoadedProps) {
  const { role } = useFrame();
  const { network, networks, chains } = overview;
  const alerts = findAlerts(overview);
  if (!overview.any_payment || !network) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <PageHead title="Overview" />
        <Alerts alerts={alerts} />
        <FirstPayment hasKey={network !== null} role={role} />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead
        title="Overview"
        actions={<OverviewFilters overview={overview} range={strips.range} />}
      />
      <Alerts alerts={alerts} />
      <Worklist groups={overview.worklist} />
      <BlockStrip overview={overview} />
      <Strips initial={strips} awaiting={overview.awaiting} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <NewestPayments payments={overview.newest} />
        <div className="grid content-start gap-8">
          <FailingEndpoints hosts={overview.failing} />
          <Health
            chains={chains.filter((chain) => networks.includes(chain.network))}
            outbox={overview.outbox}
          />
        </div>
      </div>
    </div>
  );
}
