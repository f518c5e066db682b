import type { Metadata } from 'next';
import { FirstData } from '../../_data/first-data';
import { keyQueries } from '../../_data/queries';
import { ImportStore } from '../_parts/import-store';

export const metadata: Metadata = { title: 'Coming from BTCPay' };

export default function ImportStorePage() {
  return (
    <FirstData of={[keyQueries.list()]}>
      <ImportStore />
    </FirstData>
  );
}
