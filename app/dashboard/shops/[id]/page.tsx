import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { findPlugin } from '@/lib/greenfield/find-plugin';
import { PrefetchedQueries } from '../../_data/prefetched-queries';
import { keyQueries, shopQueries } from '../../_data/queries';
import { PluginPage } from '../_parts/plugin-page';

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: findPlugin((await params).id)?.name ?? 'Plugin' };
}

export default async function ShopPluginPage({ params }: Props) {
  const plugin = findPlugin((await params).id);
  if (!plugin) notFound();
  return (
    <PrefetchedQueries of={[shopQueries.list(), keyQueries.list()]}>
      <PluginPage plugin={plugin} />
    </PrefetchedQueries>
  );
}
