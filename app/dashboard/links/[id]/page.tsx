import type { Metadata } from 'next';
import { FirstData } from '../../_data/first-data';
import { linkQueries } from '../../_data/queries';
import { LinkDetail } from './_parts/link-detail';

export const metadata: Metadata = { title: 'Payment link' };

export default async function LinkPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <FirstData of={[linkQueries.detail(id)]}>
      <LinkDetail id={id} />
    </FirstData>
  );
}
