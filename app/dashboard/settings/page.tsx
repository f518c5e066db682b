import type { Metadata } from 'next';
import { FirstData } from '../_data/first-data';
import { peopleQueries } from '../_data/queries';
import { Settings } from './_parts/settings';

export const metadata: Metadata = { title: 'Settings' };

export default function SettingsPage() {
  return (
    <FirstData of={[peopleQueries.sessions()]}>
      <Settings />
    </FirstData>
  );
}
