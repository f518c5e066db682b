'use client';

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isLive } from '../_live/live-state';

/**
 * Reads queries again whose data came with the page, if the page is already told of changes: a change
 * between the server's read and now did not reach these queries. A page that is not told of changes yet
 * reads everything when it is.
 */
export function ReadAgain({ keys }: { readonly keys: readonly QueryKey[] }) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isLive()) return;
    for (const queryKey of keys) void client.invalidateQueries({ queryKey, exact: true });
  }, [client, keys]);
  return null;
}
