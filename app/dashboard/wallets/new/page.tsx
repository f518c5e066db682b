import type { Metadata } from 'next';
import { FirstData } from '../../_data/first-data';
import { keyQueries } from '../../_data/queries';
import { AddWallet } from '../_parts/add-wallet';

export const metadata: Metadata = { title: 'Add wallet' };

export default function AddWalletPage() {
  return (
    <FirstData of={[keyQueries.list()]}>
      <AddWallet />
    </FirstData>
  );
}
