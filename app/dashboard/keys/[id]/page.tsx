import type { Metadata } from 'next';
import { FirstData } from '../../_data/first-data';
import { keyQueries, shopQueries } from '../../_data/queries';
import { KeyPage } from '../_parts/key-page';

export const metadata: Metadata = { title: 'API key' };

export default async function ApiKeyPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <FirstData of={[keyQueries.list(), shopQueries.list()]}>
      <KeyPage id={id} />
    </FirstData>
  );
}
