'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Network } from '@/lib/domain/network';
import type { StripRange } from '@/lib/domain/strip-times';
import type { OverviewAnswer } from '@/lib/http/overview/overview-answer';
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
import { OverviewSkeleton } from './overview-skeleton';
import { Worklist } from './worklist';

interface Props {
  /** The first of the merchant's by default. */
  readonly network: Network | null;
  readonly range: StripRange;
}

/** The state of the shop, and what became of its payments in a range. */
export function Overview({ network, range }: Props) {
  const query = useQuery({ ...overviewQuery(network), select: withAlerts });
  return (
    <QueryState
      what="The overview"
      query={query}
      skeleton={<OverviewSkeleton />}
      heading="Overview"
    >
      {(overview) => (
        <Loaded overview={overview} range={range}>
          <Strips network={network} range={range} awaiting={overview.awaiting} />
        </Loaded>
      )}
    </QueryState>
  );
}

/** Replaces the server's time by the alerts that depend on it, so that an equal answer draws nothing anew. */
function withAlerts(answer: OverviewAnswer) {
  const { now: _, ...overview } = answer;
  return { ...overview, alerts: findAlerts(answer) };
}

interface LoadedProps {
  readonly overview: ReturnType<typeof withAlerts>;
  readonly range: StripRange;
  /** What became of the payments in the range. */
  readonly children: ReactNode;
}

function Loaded({ overview, range, children }: LoadedProps) {
  const role = useFrame((frame) => frame.role);
  const { network, networks, chains, alerts } = overview;
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
      <PageHead title="Overview" actions={<OverviewFilters overview={overview} range={range} />} />
      <Alerts alerts={alerts} />
      <Worklist groups={overview.worklist} />
      <BlockStrip overview={overview} />
      {children}
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
