import type { Metadata } from 'next';
import { FirstData } from '../_data/first-data';
import { linkQueries } from '../_data/queries';
import { Links } from './_parts/links';

export const metadata: Metadata = { title: 'Payment links' };

export default function LinksPage() {
  return (
    <FirstData of={[linkQueries.list()]}>
      <Links />
    </FirstData>
  );
}
