import type { Metadata } from 'next';
import { PrefetchedQueries } from '../../_data/prefetched-queries';
import { keyQueries } from '../../_data/queries';
import { CheckSignature } from './_parts/check-signature';

export const metadata: Metadata = { title: 'Check a signature' };

export default function CheckSignaturePage() {
  return (
    <PrefetchedQueries of={[keyQueries.list()]}>
      <CheckSignature />
    </PrefetchedQueries>
  );
}
