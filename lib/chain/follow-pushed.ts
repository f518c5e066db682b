import type { Follower } from './ledger';
import { lookAtPushed } from './look-at-pushed';
import type { Listening, Pushes } from './source';

/** The most transactions of one look. */
const PER_LOOK = 200;

/** With more than these waiting, a full read costs less. */
const MOST_WAITING = 5_000;

/**
 * Follows what a source pushes, until closed: transactions are looked at as they come, one batch
 * after the other, and everything else leads to a full read.
 *
 * @param onMove called when a full read is due
 */
export function followPushed(follower: Follower, pushes: Pushes, onMove: () => void): Listening {
  let waiting = new Set<string>();
  let looking = false;
  let closed = false;

  function giveUp(): void {
    waiting.clear();
    if (!closed) onMove();
  }

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    while (waiting.size > 0 && !closed) {
      const txids = [...waiting].slice(0, PER_LOOK);
      for (const txid of txids) waiting.delete(txid);
      // The full read meets the same fault of the database, and reports it.
      const result = await lookAtPushed(follower, pushes, txids).catch(() => 'full_read_due');
      if (result === 'full_read_due') giveUp();
    }
    looking = false;
  }

  const listening = pushes.listen({
    onTransaction(txid) {
      if (closed) return;
      waiting.add(txid);
      if (waiting.size > MOST_WAITING) giveUp();
      else void look();
    },
    onMove: () => {
      if (!closed) onMove();
    },
  });
  return {
    close() {
      closed = true;
      waiting = new Set();
      listening.close();
    },
  };
}
