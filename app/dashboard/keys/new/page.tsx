import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { FirstData } from '../../_data/first-data';
import { keyQueries, walletQueries } from '../../_data/queries';
import { CreateKey } from '../_parts/create-key';

export const metadata: Metadata = { title: 'Create API key' };

export default function CreateKeyPage() {
  return (
    <FirstData of={[keyQueries.list(), walletQueries.list()]}>
      <NuqsAdapter>
        <CreateKey />
      </NuqsAdapter>
    </FirstData>
  );
}
