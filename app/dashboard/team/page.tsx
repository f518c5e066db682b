import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { FirstData } from '../_data/first-data';
import { peopleQueries } from '../_data/queries';
import { Team } from './_parts/team';

export const metadata: Metadata = { title: 'Team' };

export default function TeamPage() {
  return (
    <FirstData of={[peopleQueries.team()]}>
      <NuqsAdapter>
        <Team />
      </NuqsAdapter>
    </FirstData>
  );
}
