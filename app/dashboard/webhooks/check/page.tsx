import type { Metadata } from 'next';
import { FirstData } from '../../_data/first-data';
import { keyQueries } from '../../_data/queries';
import { CheckSignature } from './_parts/check-signature';

export const metadata: Metadata = { title: 'Check a signature' };

export default function CheckSignaturePage() {
  return (
    <FirstData of={[keyQueries.list()]}>
      <CheckSignature />
    </FirstData>
  );
}
