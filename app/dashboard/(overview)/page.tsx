import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { requireActor } from '@/lib/auth/session';
import { isNetwork } from '@/lib/domain/network';
import { overviewAnswer } from '@/lib/http/answers/overview';
import { overviewStripsAnswer } from '@/lib/http/answers/overview-strips';
import { readOverview } from '@/lib/payments/overview';
import { readOverviewStrips } from '@/lib/payments/overview-strips';
import { runtime } from '@/lib/runtime';
import { toldTimeZone } from '../_frame/time-zone';
import { Overview } from './_parts/overview';
import { DEFAULT_RANGE, isStripRange } from './_parts/overview-filters';

export const metadata: Metadata = { title: 'Overview' };

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** Its first data comes with the page, in the time zone that the browser has told. */
export default async function OverviewPage({ searchParams }: Props) {
  const actor = await requireActor();
  const { db, clock, env } = runtime();
  const { range: wanted, network: named } = await searchParams;
  const timeZone = toldTimeZone(await cookies());
  const range = isStripRange(wanted) ? wanted : DEFAULT_RANGE;
  const network = typeof named === 'string' && isNetwork(named) ? named : undefined;
  const now = clock();
  const request = { network, kinds: env.sources };
  const [overview, strips] = await Promise.all([
    readOverview(db, actor, request, now),
    readOverviewStrips(db, actor, { ...request, range, timeZone }, now),
  ]);
  return (
    <Overview
      initial={overviewAnswer(overview, { now, appUrl: env.appUrl })}
      strips={overviewStripsAnswer(strips, { now, timeZone, range })}
    />
  );
}
