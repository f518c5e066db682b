import type { Metadata } from 'next';
import { FirstData } from '../_data/first-data';
import { walletQueries } from '../_data/queries';
import { Wallets } from './_parts/wallets';

export const metadata: Metadata = { title: 'Wallets' };

export default function WalletsPage() {
  return (
    <FirstData of={[walletQueries.list()]}>
      <Wallets />
    </FirstData>
  );
}
