import type { Metadata } from 'next';
import { FirstData } from '../_data/first-data';
import { chainQueries } from '../_data/queries';
import { Chains } from './_parts/chains';

export const metadata: Metadata = { title: 'Chain status' };

export default function ChainPage() {
  return (
    <FirstData of={[chainQueries.list()]}>
      <Chains />
    </FirstData>
  );
}
