import type { Metadata } from 'next';
import { channelQueries } from '../_data/channel-queries';
import { factorQueries } from '../_data/factor-queries';
import { PrefetchedQueries } from '../_data/prefetched-queries';
import { brandingQuery, peopleQueries } from '../_data/queries';
import { Settings } from './_parts/settings';

export const metadata: Metadata = { title: 'Settings' };

export default function SettingsPage() {
  return (
    <PrefetchedQueries
      of={[
        brandingQuery(),
        factorQueries.list(),
        peopleQueries.notifications(),
        channelQueries.list(),
        peopleQueries.sessions(),
      ]}
    >
      <Settings />
    </PrefetchedQueries>
  );
}
