import type { Metadata } from 'next';
import { FirstData } from '../../_data/first-data';
import { keyQueries } from '../../_data/queries';
import { NewLink } from './_parts/new-link';

export const metadata: Metadata = { title: 'Create payment link' };

export default function NewLinkPage() {
  return (
    <FirstData of={[keyQueries.list()]}>
      <NewLink />
    </FirstData>
  );
}
