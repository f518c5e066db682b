import type { Metadata } from 'next';
import { FirstData } from '../_data/first-data';
import { chainQueries, healthQuery } from '../_data/queries';
import { Health } from './_parts/health';

export const metadata: Metadata = { title: 'Health' };

export default function HealthPage() {
  return (
    <FirstData of={[chainQueries.list(), healthQuery()]}>
      <Health />
    </FirstData>
  );
}
