'use client';

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { FRESH_MS } from '../_data/reading';
import { RequestFailed } from '../_data/request-failed';
import { LiveUpdates } from '../_live/live-updates';
import { signInAgain, withdrawSignedOut } from './signed-out';

const RETRIES = 2;

/** The query cache and the URL state of the dashboard's pages. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  return (
    <QueryClientProvider client={client}>
      <LiveUpdates />
      <NuqsAdapter>{children}</NuqsAdapter>
    </QueryClientProvider>
  );
}

function createClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: signInAgain }),
    mutationCache: new MutationCache({ onError: signInAgain, onSuccess: withdrawSignedOut }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < RETRIES && isTransient(error),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Whether the same request may succeed when sent again. */
function isTransient(error: Error): boolean {
  return !(error instanceof RequestFailed) || error.status === 0 || error.status >= 500;
}
