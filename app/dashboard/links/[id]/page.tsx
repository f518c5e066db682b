import type { Metadata } from 'next';
import { LinkDetail } from './_parts/link-detail';

export const metadata: Metadata = { title: 'Payment link' };

export default async function LinkPage({ params }: { params: Promise<{ id: string }> }) {
  return <LinkDetail id={(await params).id} />;
}
