import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { requireActor } from '@/lib/auth/session';
import { isNetwork } from '@/lib/domain/network';
import { overviewAnswer } from '@/lib/http/answers/overview';
import { readOverview } from '@/lib/payments/overview';
import { runtime } from '@/lib/runtime';
import { toldTimeZone } from '../_frame/time-zone';
import { Overview } from './_parts/overview';
import { DEFAULT_DAYS, isDayCount } from './_parts/overview-filters';

export const metadata: Metadata = { title: 'Overview' };

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** Its first data comes with the page, in the time zone that the browser has told. */
export default async function OverviewPage({ searchParams }: Props) {
  const actor = await requireActor();
  const { db, clock, env } = runtime();
  const { days: wanted, network: named } = await searchParams;
  const timeZone = toldTimeZone(await cookies());
  const days = isDayCount(wanted) ? Number(wanted) : DEFAULT_DAYS;
  const network = typeof named === 'string' && isNetwork(named) ? named : undefined;
  const now = clock();
  const request = { network, timeZone, days, kinds: env.sources };
  const overview = await readOverview(db, actor, request, now);
  return <Overview initial={overviewAnswer(overview, { now, timeZone, appUrl: env.appUrl })} />;
}
