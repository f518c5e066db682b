'use client';

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isLive } from '../_live/live-state';

/**
 * Refetches queries whose data came with the page, if changes are already pushed to it, because a
 * change between the server's read and now did not reach these queries. Other pages refetch
 * everything when pushing starts.
 */
export function ReadAgain({ keys }: { readonly keys: readonly QueryKey[] }) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isLive()) return;
    for (const queryKey of keys) void client.invalidateQueries({ queryKey, exact: true });
  }, [client, keys]);
  return null;
}
