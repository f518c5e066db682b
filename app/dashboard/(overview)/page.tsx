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
import { Figures } from './_parts/figures';
import { findAlerts } from './_parts/find-alerts';
import { FirstPayment } from './_parts/first-payment';
import { FailingEndpoints, Health } from './_parts/health';
import { KeepFresh } from './_parts/keep-fresh';
import { NewestPayments } from './_parts/newest-payments';
import { DEFAULT_DAYS, isDayCount, OverviewFilters } from './_parts/overview-filters';

export const metadata: Metadata = { title: 'Overview' };

/** Holds the viewer's time zone, which only the browser knows. */
const ZONE_COOKIE = 'blocktally-zone';
const NEWEST_PAYMENTS = 6;

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** Rendered on the server, in the viewer's time zone. */
export default async function OverviewPage({ searchParams }: Props) {
  const actor = await requireActor();
  const { db, clock, env, sources } = runtime();
  const requested = await searchParams;
  const zone = (await cookies()).get(ZONE_COOKIE)?.value ?? 'UTC';
  const timeZone = isTimeZone(zone) ? zone : 'UTC';
  const now = clock();
  const days = isDayCount(requested.days) ? Number(requested.days) : DEFAULT_DAYS;
  const network =
    typeof requested.network === 'string' && isNetwork(requested.network)
      ? requested.network
      : undefined;
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
        <KeepFresh zoneCookie={ZONE_COOKIE} timeZone={timeZone} />
      </>
    );
  }
  const filter = { network: overview.network };
  const newest = await searchPayments(db, actor, filter, { limit: NEWEST_PAYMENTS, offset: 0 });
  return (
    <>
      <PageHead title="Overview" actions={<OverviewFilters overview={overview} days={days} />} />
      <Alerts alerts={alerts} />
      <Figures overview={overview} />
      <DayChart days={overview.days} network={overview.network} timeZone={timeZone} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <NewestPayments payments={newest.payments} />
        <div className="grid content-start gap-8">
          <FailingEndpoints hosts={overview.failing} />
          <Health
            chains={chains.filter(({ network }) => overview.networks.includes(network))}
            outbox={health.outbox}
          />
        </div>
      </div>
      <KeepFresh zoneCookie={ZONE_COOKIE} timeZone={timeZone} />
    </>
  );
}
