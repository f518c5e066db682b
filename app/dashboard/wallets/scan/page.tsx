import type { Metadata } from 'next';
import { FirstData } from '../../_data/first-data';
import { keyQueries } from '../../_data/queries';
import { AddWallet } from '../_parts/add-wallet';

export const metadata: Metadata = { title: 'Scan wallet' };

/** The add-wallet form with a camera. Only this page may use a camera (proxy.ts). */
export default function ScanWalletPage() {
  return (
    <FirstData of={[keyQueries.list()]}>
      <AddWallet camera />
    </FirstData>
  );
}
