import { EventFeed, watchPage } from '@/app/_ui/event-feed';
import type { Change } from '@/lib/domain/change';

export interface FeedOptions {
  onChanges(changes: readonly Change[]): void;
  onLive(live: boolean): void;
}

/**
 * Passes on what the server tells of changes while the page is visible, first that everything may have
 * changed. A page that nobody sees holds no stream, and the server permits a browser a few: others
 * ask at intervals.
 *
 * @returns a function that ends it
 */
export function openFeed({ onChanges, onLive }: FeedOptions): () => void {
  const stream = new EventFeed({
    url: '/api/dashboard/events',
    on: { changed: (data) => onChanges(data.split('\n') as Change[]), beat: () => {} },
    onLive: (live) => {
      onLive(live);
      // Everything is read once, and from then on at intervals.
      if (!live) onChanges(['all']);
    },
  });
  const rest = () => {
    stream.close();
    onLive(false);
  };
  const wake = () => {
    if (stream.isLive) return;
    // Without the wait after earlier failures.
    stream.close();
    stream.open();
  };
  const closing = new AbortController();
  watchPage({ wake, rest, offline: () => stream.lose() }, closing.signal);
  if (!document.hidden) wake();
  return () => {
    closing.abort();
    rest();
  };
}
