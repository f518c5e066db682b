import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { requireActor } from '@/lib/auth/session';
import { isTimeZone } from '@/lib/domain/local-days';
import { isNetwork } from '@/lib/domain/network';
import { readHealth } from '@/lib/health';
import { walletsNearGap } from '@/lib/keys/wallets-near-gap';
import { chainStatus } from '@/lib/payments/chain-status';
import { readOverview } from '@/lib/payments/overview';
import { searchPayments } from '@/lib/payments/search-payments';
import { runtime } from '@/lib/runtime';
import { PageHead } from '../_frame/page-head';
import { Alerts } from './_parts/alerts';
import { DayChart } from './_parts/day-chart';
import { DEFAULT_DAYS, isDayCount } from './_parts/day-counts';
import { Failing } from './_parts/failing';
import { Figures } from './_parts/figures';
import { findAlerts } from './_parts/find-alerts';
import { FirstPayment } from './_parts/first-payment';
import { HealthState } from './_parts/health-state';
import { KeepFresh } from './_parts/keep-fresh';
import { Newest } from './_parts/newest';
import { OverviewFilters } from './_parts/overview-filters';
import { ZONE_COOKIE } from './_parts/zone-cookie';

export const metadata: Metadata = { title: 'Overview' };

const NEWEST = 6;

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** Rendered whole on the server, in the zone that the browser has named; no chart library. */
export default async function OverviewPage({ searchParams }: Props) {
  const actor = await requireActor();
  const { db, clock, env, sources } = runtime();
  const asked = await searchParams;
  const zone = (await cookies()).get(ZONE_COOKIE)?.value ?? 'UTC';
  const timeZone = isTimeZone(zone) ? zone : 'UTC';
  const now = clock();
  const days = isDayCount(asked.days) ? Number(asked.days) : DEFAULT_DAYS;
  const network =
    typeof asked.network === 'string' && isNetwork(asked.network) ? asked.network : undefined;
  const overview = await readOverview(db, actor, { network, timeZone, days }, now);
  const [health, chains, wallets] = await Promise.all([
    readHealth(db, [...sources.keys()], now),
    chainStatus(db, actor, env.sources, now),
    walletsNearGap(db, actor, now),
  ]);
  const { failing, expiring } = overview;
  const alerts = findAlerts({ chains, failing, expiring, outbox: health.outbox, wallets }, now);
  if (!overview.anyPayment || !overview.network) {
    return (
      <>
        <PageHead title="Overview" />
        <Alerts alerts={alerts} />
        <FirstPayment hasKey={overview.network !== undefined} role={actor.role} />
        <KeepFresh timeZone={timeZone} />
      </>
    );
  }
  const filter = { network: overview.network };
  const newest = await searchPayments(db, actor, filter, { limit: NEWEST, offset: 0 });
  return (
    <>
      <PageHead title="Overview" actions={<OverviewFilters overview={overview} days={days} />} />
      <Alerts alerts={alerts} />
      <Figures overview={overview} />
      <DayChart days={overview.days} network={overview.network} timeZone={timeZone} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Newest payments={newest.payments} />
        <div className="grid content-start gap-8">
          <Failing hosts={overview.failing} />
          <HealthState
            chains={chains.filter(({ network }) => overview.networks.includes(network))}
            outbox={health.outbox}
            now={now}
          />
        </div>
      </div>
      <KeepFresh timeZone={timeZone} />
    </>
  );
}
