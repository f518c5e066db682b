import { EventFeed, watchPageVisibility } from '@/app/_ui/event-feed';
import type { DashboardChange } from '@/lib/domain/change';

export interface FeedOptions {
  onChanges(changes: readonly DashboardChange[]): void;
  onLive(live: boolean): void;
}

/**
 * Passes on the changes that the server pushes; the first change is "all". A hidden page polls
 * instead, because the server allows only a few streams per browser.
 *
 * @returns a function that closes the stream
 */
export function openFeed({ onChanges, onLive }: FeedOptions): () => void {
  const stream = new EventFeed({
    url: '/api/dashboard/events',
    on: { changed: (data) => onChanges(data.split('\n') as DashboardChange[]), beat: () => {} },
    onLive: (live) => {
      onLive(live);
      // Changes may have been missed, so this refetches everything once. After that, the page
      // polls.
      if (!live) onChanges(['all']);
    },
  });
  const rest = () => {
    stream.close();
    onLive(false);
  };
  const wake = () => {
    if (stream.isLive) return;
    // Opening a closed stream skips the pause after failures.
    stream.close();
    stream.open();
  };
  const closing = new AbortController();
  watchPageVisibility({ wake, rest, offline: () => stream.lose() }, closing.signal);
  if (!document.hidden) wake();
  return () => {
    closing.abort();
    rest();
  };
}
