'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OverviewAnswer } from '@/lib/http/answers/overview';
import { overviewQuery } from '../../_data/queries';
import { useFrame } from '../../_frame/frame';
import { PageHead } from '../../_frame/page-head';
import { tellTimeZone } from '../../_frame/time-zone';
import { QueryState } from '../../_list/query-state';
import { Alerts } from './alerts';
import { BlockStrip } from './block-strip';
import { DayChart } from './day-chart';
import { Figures } from './figures';
import { findAlerts } from './find-alerts';
import { FirstPayment } from './first-payment';
import { FailingEndpoints, Health } from './health';
import { NewestPayments } from './newest-payments';
import { OverviewFilters } from './overview-filters';

/** What the server rendered, kept up to date. */
export function Overview({ initial }: { initial: OverviewAnswer }) {
  const { days, network } = initial;
  const timeZone = useTimeZone(initial.time_zone);
  const query = useQuery({
    ...overviewQuery({ days: days.length, network, timeZone }),
    ...(timeZone === initial.time_zone && {
      initialData: initial,
      initialDataUpdatedAt: Date.parse(initial.now),
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryState what="The overview" query={query} skeleton={null}>
      {(overview) => <Loaded overview={overview} />}
    </QueryState>
  );
}

function Loaded({ overview }: { overview: OverviewAnswer }) {
  const { role } = useFrame();
  const { days, network, networks, chains } = overview;
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
      <PageHead title="Overview" actions={<OverviewFilters overview={overview} />} />
      <Alerts alerts={alerts} />
      <BlockStrip overview={overview} />
      <Figures overview={overview} />
      <DayChart
        days={days}
        network={network}
        timeZone={overview.time_zone}
        currency={overview.display_currency}
      />
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

/** The viewer’s time zone; at first that of the page as rendered. */
function useTimeZone(rendered: string): string {
  const [zone, setZone] = useState(rendered);
  useEffect(() => setZone(tellTimeZone()), []);
  return zone;
}
