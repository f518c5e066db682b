'use client';

import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@/app/_ui/button';
import { Skeleton } from '@/app/_ui/skeleton';
import type { Network } from '@/lib/domain/network';
import { canMakeChanges } from '@/lib/domain/roles';
import type { HomeResponse } from '@/lib/http/home/home-response';
import { homeQueries } from '../../_data/home-queries';
import { useFrame } from '../../_frame/frame';
import { NEW_PAYMENT, networkHomePage } from '../../_frame/paths';
import { NetworkChoice } from '../../_list/network-choice';
import { QueryState } from '../../_list/query-state';
import { ArrivingNow } from '../_arriving/arriving';
import { Inbox } from '../_inbox/inbox';
import { AmountOnItsWay, Month } from '../_month/month';
import { Setup } from '../_setup/setup';

interface Props {
  /** Null for the merchant's first network. */
  readonly network: Network | null;
  /** Such as "2026-11"; null for the current month. */
  readonly month: string | null;
}

export function Home({ network, month }: Props) {
  const query = useQuery({ ...homeQueries.now(network), select: withoutTime });
  return (
    <QueryState what="Home" query={query} skeleton={<HomeSkeleton />} heading="Home">
      {(home) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
          {home.setup && <Setup setup={home.setup} />}
          <Month
            network={network}
            month={month}
            isTitle={!home.setup}
            actions={<HomeActions home={home} />}
          />
          <Inbox inbox={home.inbox} />
          <ArrivingNow home={home} total={<AmountOnItsWay network={network} month={month} />} />
        </div>
      )}
    </QueryState>
  );
}

/** Removes the server's time, because each new value would render the page again. */
function withoutTime({ now: _, ...home }: HomeResponse) {
  return home;
}

function HomeActions({ home }: { readonly home: Pick<HomeResponse, 'networks' | 'network'> }) {
  const role = useFrame((frame) => frame.role);
  return (
    <>
      <NetworkChoice of={home} hrefOf={networkHomePage} />
      {canMakeChanges(role) && home.network && (
        <ButtonLink variant="primary" href={NEW_PAYMENT}>
          Create payment
        </ButtonLink>
      )}
    </>
  );
}

function HomeSkeleton() {
  return (
    <div className="grid gap-9">
      <Skeleton className="h-96 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
