'use client';

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hasLiveUpdates } from '../_live/live-state';

/**
 * Refetches queries whose data came with the page, because the server may have pushed a change
 * between reading the data and this mount. Without pushed changes, this component does nothing: the
 * page refetches everything when pushing starts.
 */
export function RefetchPrefetched({ keys }: { readonly keys: readonly QueryKey[] }) {
  const client = useQueryClient();
  useEffect(() => {
    if (!hasLiveUpdates()) return;
    for (const queryKey of keys) void client.invalidateQueries({ queryKey, exact: true });
  }, [client, keys]);
  return null;
}
