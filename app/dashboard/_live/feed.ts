import { EventFeed, watchPage } from '@/app/_ui/event-feed';
import type { Change } from '@/lib/domain/change';

export interface FeedOptions {
  onChanges(changes: readonly Change[]): void;
  onLive(live: boolean): void;
}

/**
 * Passes on changes pushed by the server while the page is visible, beginning with "all". A hidden
 * page closes its stream, because the server allows only a few per browser. Pages without a stream
 * poll.
 *
 * @returns a function that closes the stream
 */
export function openFeed({ onChanges, onLive }: FeedOptions): () => void {
  const stream = new EventFeed({
    url: '/api/dashboard/events',
    on: { changed: (data) => onChanges(data.split('\n') as Change[]), beat: () => {} },
    onLive: (live) => {
      onLive(live);
      // Everything is refetched once. After that, the page polls.
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
