import { EventFeed, watchPage } from '@/app/_ui/event-feed';
import type { Change } from '@/lib/domain/change';

export interface FeedOptions {
  onChanges(changes: readonly Change[]): void;
  onLive(live: boolean): void;
}

/**
 * Passes on changes pushed by the server while the page is visible, beginning with "all". A hidden
 * page holds no stream, and the server allows only a few per browser: other pages poll.
 *
 * @returns a function that ends it
 */
export function openFeed({ onChanges, onLive }: FeedOptions): () => void {
  const stream = new EventFeed({
    url: '/api/dashboard/events',
    on: { changed: (data) => onChanges(data.split('\n') as Change[]), beat: () => {} },
    onLive: (live) => {
      onLive(live);
      // Everything is refetched once, and polled from then on.
      if (!live) onChanges(['all']);
    },
  });
  const rest = () => {
    stream.close();
    onLive(false);
  };
  const wake = () => {
    if (stream.isLive) return;
    // Skips the wait after earlier failures.
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
