import type { ListenTiming } from '@/lib/chain/push/listen-to-node';
import type { PushHandlers, PushStream, PushSubscription } from '@/lib/chain/source';

export const QUICK_TIMING: ListenTiming = {
  handshakeMs: 2_000,
  heartbeatMs: 200,
  retryMs: [5, 50],
  renewMs: 60_000,
};

export interface ReceivedPushes {
  readonly txids: string[];
  /** How often the source requested a full read of the chain. */
  moves: number;
  readonly listening: PushSubscription;
}

export function collectPushes(pushed: PushStream | undefined): ReceivedPushes {
  if (!pushed) throw new Error('a source that tells nothing');
  const heard = { txids: [] as string[], moves: 0 };
  const news: PushHandlers = {
    onTransaction: (txid) => heard.txids.push(txid),
    onMove: () => {
      heard.moves += 1;
    },
  };
  return Object.assign(heard, { listening: pushed.listen(news) });
}
