import type { Metadata } from 'next';
import { Links } from './_parts/links';

export const metadata: Metadata = { title: 'Payment links' };

export default function LinksPage() {
  return <Links />;
}
