'use client';

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toast } from '@/app/_ui/toast';
import { QUERY_STALE_TIME_MS } from '../_data/api-query';
import { isSignedOutError, RequestError } from '../_data/request-error';
import { LiveUpdates } from '../_live/live-updates';
import { hasUnsavedInput, hasUnsavedKey } from './unsaved';

const RETRIES = 2;

/** Provides the query cache. A page with state in its URL also needs nuqs. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  return (
    <QueryClientProvider client={client}>
      <LiveUpdates />
      {children}
    </QueryClientProvider>
  );
}

function createClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: signInAgain }),
    mutationCache: new MutationCache({ onError: signInAgain, onSuccess: withdrawSignedOut }),
    defaultOptions: {
      queries: {
        staleTime: QUERY_STALE_TIME_MS,
        retry: (failures, error) => failures < RETRIES && isTransient(error),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function isTransient(error: Error): boolean {
  return !(error instanceof RequestError) || error.status === 0 || error.status >= 500;
}

const SIGNED_OUT = 'You are signed out.';

const isInUse = () =>
  hasUnsavedInput() || document.querySelector('[role="dialog"], form :focus') !== null;

/**
 * Redirects to the sign-in page and then back. If the page is in use, offers to sign in in a new
 * tab instead.
 */
function signInAgain(error: Error): void {
  if (!isSignedOutError(error)) return;
  const { pathname, search } = window.location;
  const href = `/sign-in?callbackUrl=${encodeURIComponent(pathname + search)}`;
  if (isInUse()) {
    toast.error(SIGNED_OUT, {
      description: hasUnsavedKey()
        ? 'The new API key stays here. Store it before you leave this tab.'
        : 'What you have typed stays here. Come back to this tab to send it.',
      link: { href, label: 'Sign in in a new tab' },
    });
    // The user may have signed in before returning to this tab. If not, the next read shows the
    // toast again.
    const seen = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', seen);
      withdrawSignedOut();
    };
    document.addEventListener('visibilitychange', seen);
  } else window.location.assign(href);
}

const withdrawSignedOut = () => toast.withdraw(SIGNED_OUT);
