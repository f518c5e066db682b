'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { openFeed } from './feed';
import { hasLiveUpdates, setHasLiveUpdates, watchLiveState } from './live-state';
import { QueryRefresher } from './query-refresher';

export function LiveUpdates() {
  const client = useQueryClient();
  useEffect(() => {
    const refresher = new QueryRefresher(client);
    return openFeed({ onChanges: (changes) => refresher.add(changes), onLive: setHasLiveUpdates });
  }, [client]);
  return null;
}

/** The note appears after this time, because a lost stream is usually restored within seconds. */
const PATIENCE_MS = 10_000;

/**
 * Tells the user that changes are not pushed to the page. The note is at the end of the page, where
 * its appearance moves nothing.
 */
export function LiveUpdatesLostNote() {
  // On the server, every page counts as connected.
  const live = useSyncExternalStore(watchLiveState, hasLiveUpdates, () => true);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (live) return setShown(false);
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [live]);
  return (
    <p aria-live="polite" className="text-ink-3 text-small">
      {shown && 'Live updates are interrupted. This page refreshes every 2 to 15 seconds.'}
    </p>
  );
}
