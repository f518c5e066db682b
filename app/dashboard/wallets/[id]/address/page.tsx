import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { SearchParams } from 'nuqs/server';
import { loadAddressUrlState } from '../../../_address/address-url';
import { WalletAddress } from '../../../_address/wallet-address';
import { PrefetchedQueries } from '../../../_data/prefetched-queries';
import { walletQueries } from '../../../_data/queries';

export const metadata: Metadata = { title: 'Compare with device' };

interface Props {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export default async function WalletAddressPage({ params, searchParams }: Props) {
  const { id } = await params;
  const { index } = await loadAddressUrlState(searchParams);
  return (
    <PrefetchedQueries of={[walletQueries.address(id, index)]}>
      <NuqsAdapter>
        <WalletAddress id={id} />
      </NuqsAdapter>
    </PrefetchedQueries>
  );
}
