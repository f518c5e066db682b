import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { requireActor } from '@/lib/auth/session';
import { processApi } from '@/lib/http/adapt';
import { readForPage } from '@/lib/http/read-for-page';
import type { Reading } from './call-api';
import { ReadAgain } from './read-again';

/** The key of a query of `_data/queries.ts`, which says what to read. */
interface Wanted {
  readonly queryKey: readonly unknown[];
}

interface Props {
  readonly of: readonly Wanted[];
  readonly children: ReactNode;
}

/** Sends the first data of these queries with the page. What cannot be read, the browser asks for. */
export async function FirstData({ of, children }: Props) {
  const actor = await requireActor();
  const client = new QueryClient();
  await Promise.all(
    of.map(({ queryKey }) => {
      const [, endpoint, asked] = queryKey as [string, Reading, { id?: string; search?: string }];
      const queryFn = () => readForPage(processApi(), actor, { endpoint, ...asked });
      return client.prefetchQuery({ queryKey, queryFn });
    }),
  );
  return (
    <HydrationBoundary state={dehydrate(client)}>
      {children}
      <ReadAgain keys={of.map(({ queryKey }) => queryKey)} />
    </HydrationBoundary>
  );
}
