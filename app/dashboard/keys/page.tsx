import type { Metadata } from 'next';
import { FirstData } from '../_data/first-data';
import { keyQueries, shopQueries } from '../_data/queries';
import { Keys } from './_parts/keys';

export const metadata: Metadata = { title: 'API keys' };

export default function KeysPage() {
  return (
    <FirstData of={[keyQueries.list(), shopQueries.list()]}>
      <Keys />
    </FirstData>
  );
}
