import type { Metadata } from 'next';
import { Chains } from './_parts/chains';

export const metadata: Metadata = { title: 'Chain status' };

export default function ChainPage() {
  return <Chains />;
}
