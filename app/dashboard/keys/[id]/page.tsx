import type { Metadata } from 'next';
import { KeyPage } from '../_parts/key-page';

export const metadata: Metadata = { title: 'API key' };

export default async function ApiKeyPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <KeyPage id={id} />;
}
