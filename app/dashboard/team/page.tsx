import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { PrefetchedQueries } from '../_data/prefetched-queries';
import { peopleQueries } from '../_data/queries';
import { Team } from './_parts/team';

export const metadata: Metadata = { title: 'Team' };

export default function TeamPage() {
  return (
    <PrefetchedQueries of={[peopleQueries.team()]}>
      <NuqsAdapter>
        <Team />
      </NuqsAdapter>
    </PrefetchedQueries>
  );
}
