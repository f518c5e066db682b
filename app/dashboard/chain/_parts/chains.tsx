'use client';

import { useQuery } from '@tanstack/react-query';
import { Empty } from '@/app/_ui/empty';
import { Skeleton } from '@/app/_ui/skeleton';
import { chainQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { ListState } from '../../_list/list-state';
import { ChainSlip } from './chain-slip';

/** How each network is followed, for whoever wonders why a payment is not seen. */
export function Chains() {
  const query = useQuery(chainQueries.list());
  return (
    <>
      <PageHead title="Chain status" aside={false}>
        How this installation follows each network: where the chain comes from, how far it is read,
        and what is wrong when something is.
      </PageHead>
      <ListState
        what="The chains"
        query={query}
        skeleton={<Skeleton className="h-72 w-full rounded-slip" />}
      >
        {({ data: chains, now }) =>
          chains.length > 0 ? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
              {chains.map((chain) => (
                <ChainSlip key={chain.network} chain={chain} now={Date.parse(now)} />
              ))}
            </div>
          ) : (
            <Empty title="No network is followed.">
              <p>
                Set <code className="mono">BITCOIN_MAINNET</code> or another network’s variable to a
                Bitcoin node or an Esplora server, and start the server again.
              </p>
            </Empty>
          )
        }
      </ListState>
    </>
  );
}
