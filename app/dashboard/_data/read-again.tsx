'use client';

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isLive } from '../_live/live-state';

/**
 * Refetches queries whose data came with the page, if changes are already pushed to it: a change
 * since the server's read did not reach these queries. Otherwise the page refetches everything when
 * pushing starts.
 */
export function ReadAgain({ keys }: { readonly keys: readonly QueryKey[] }) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isLive()) return;
    for (const queryKey of keys) void client.invalidateQueries({ queryKey, exact: true });
  }, [client, keys]);
  return null;
}
