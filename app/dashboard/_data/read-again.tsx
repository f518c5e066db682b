'use client';

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isLive } from '../_live/live-state';

/**
 * If changes are already pushed to the page, refetches queries whose data came with the page,
 * because a change after the server's read did not reach them. Otherwise, everything is refetched
 * when pushing starts.
 */
export function ReadAgain({ keys }: { readonly keys: readonly QueryKey[] }) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isLive()) return;
    for (const queryKey of keys) void client.invalidateQueries({ queryKey, exact: true });
  }, [client, keys]);
  return null;
}
