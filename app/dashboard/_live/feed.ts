import { EventFeed, watchPage } from '@/app/_ui/event-feed';
import type { Change } from '@/lib/domain/change';

export interface FeedOptions {
  onChanges(changes: readonly Change[]): void;
  onLive(live: boolean): void;
}

/**
 * Passes on the changes that the server pushes while the page is visible. The first change is
 * "all". A hidden page closes its stream, because the server allows only a few streams per browser,
 * and then polls.
 *
 * @returns a function that closes the stream
 */
export function openFeed({ onChanges, onLive }: FeedOptions): () => void {
  const stream = new EventFeed({
    url: '/api/dashboard/events',
    on: { changed: (data) => onChanges(data.split('\n') as Change[]), beat: () => {} },
    onLive: (live) => {
      onLive(live);
      // Changes may have been missed, so everything is refetched once. After that, the page polls.
      if (!live) onChanges(['all']);
    },
  });
  const rest = () => {
    stream.close();
    onLive(false);
  };
  const wake = () => {
    if (stream.isLive) return;
    // Closing the stream first skips the wait that follows its earlier failures.
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
