'use client';

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isLive } from '../_live/live-state';

/**
 * Reads queries again whose data has come with a page that is already told of changes: what was told
 * between the server's read and now did not concern them yet. A page that is told of changes only
 * later reads everything then.
 */
export function ReadAgain({ keys }: { readonly keys: readonly QueryKey[] }) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isLive()) return;
    for (const queryKey of keys) void client.invalidateQueries({ queryKey, exact: true });
  }, [client, keys]);
  return null;
}
