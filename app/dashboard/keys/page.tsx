import type { Metadata } from 'next';
import { Keys } from './_parts/keys';

export const metadata: Metadata = { title: 'API keys' };

export default function KeysPage() {
  return <Keys />;
}
