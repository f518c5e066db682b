import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { requireActor } from '@/lib/auth/session';
import { readPageData } from '@/lib/http/read-page-data';
import type { ReadEndpoint } from './call-api';
import { pageApi } from './page-api';
import { RefetchPrefetched } from './refetch-prefetched';

/** A query from `_data/queries.ts`. Its key contains the endpoint and the endpoint's input. */
interface PageQuery {
  readonly queryKey: readonly unknown[];
  /** Set for a list that is read page by page. Only the first page is sent. */
  readonly initialPageParam?: unknown;
}

interface Props {
  readonly of: readonly PageQuery[];
  readonly children: ReactNode;
}

/**
 * Reads these queries on the server and sends their data with the page. If a read fails, the
 * browser repeats the read. Put no `loading.tsx` or Suspense around the page, because the content
 * would then appear 300 ms later.
 */
export async function PrefetchedQueries({ of, children }: Props) {
  const actor = await requireActor();
  const client = new QueryClient();
  await Promise.all(
    of.map(({ queryKey, initialPageParam }) => {
      const [endpoint, asked] = queryKey as [ReadEndpoint, { id?: string; search?: string }];
      const queryFn = async () => readPageData(await pageApi(), actor, { endpoint, ...asked });
      return initialPageParam === undefined
        ? client.prefetchQuery({ queryKey, queryFn })
        : client.prefetchInfiniteQuery({ queryKey, queryFn, initialPageParam });
    }),
  );
  return (
    <HydrationBoundary state={dehydrate(client)}>
      {children}
      <RefetchPrefetched keys={of.map(({ queryKey }) => queryKey)} />
    </HydrationBoundary>
  );
}
