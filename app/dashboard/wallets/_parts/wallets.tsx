'use client';

import { useQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import { ButtonLink } from '@/app/_ui/button-link';
import { Empty } from '@/app/_ui/empty';
import { Skeleton } from '@/app/_ui/skeleton';
import { walletQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { useFrame } from '../../_frame/use-frame';
import { ListState } from '../../_list/list-state';
import { WalletSlip } from './wallet-slip';

/** The wallets that the shop's keys receive into. */
export function Wallets() {
  const query = useQuery(walletQueries.list());
  const { role } = useFrame();
  return (
    <>
      <PageHead title="Wallets" aside={false}>
        Where the money goes. Blocktally holds the public descriptors only: it hands out addresses
        and watches them, and can never spend.
      </PageHead>
      <ListState
        what="The wallets"
        query={query}
        skeleton={<Skeleton className="h-72 w-full rounded-slip" />}
      >
        {({ data: wallets }) =>
          wallets.length > 0 ? (
            wallets.map((wallet) => <WalletSlip key={wallet.id} wallet={wallet} />)
          ) : (
            <Empty
              title="No wallets yet."
              action={
                role === 'owner' && (
                  <ButtonLink variant="primary" href={'/dashboard/keys/new' as Route}>
                    Create API key
                  </ButtonLink>
                )
              }
            >
              <p>A wallet appears with the first API key that receives into it.</p>
            </Empty>
          )
        }
      </ListState>
    </>
  );
}
