import type { Metadata } from 'next';
import { channelQueries } from '../_data/channel-queries';
import { factorQueries } from '../_data/factor-queries';
import { FirstData } from '../_data/first-data';
import { faceQuery, peopleQueries } from '../_data/queries';
import { Settings } from './_parts/settings';

export const metadata: Metadata = { title: 'Settings' };

export default function SettingsPage() {
  return (
    <FirstData
      of={[
        faceQuery(),
        factorQueries.list(),
        peopleQueries.notifications(),
        channelQueries.list(),
        peopleQueries.sessions(),
      ]}
    >
      <Settings />
    </FirstData>
  );
}
