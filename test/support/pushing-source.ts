import type { ChainSource, PushHandlers, RawTransaction } from '@/lib/chain/source';
import type { TestNode } from './bitcoind';

/** A chain source that returns pushed transactions only after a test triggers them. */
export interface PushingSource extends ChainSource {
  readonly pushed: NonNullable<ChainSource['pushed']>;
  news: PushHandlers | undefined;
  /** Runs after the source has read pushed transactions, and before it returns them. */
  beforeAnswer: () => Promise<unknown>;
  asked: number;
}

export function pushingSource(source: ChainSource, node: TestNode): PushingSource {
  const read = async (txid: string): Promise<RawTransaction[]> => {
    const hex = await node.rpc<string>('getrawtransaction', txid).catch(() => undefined);
    return hex === undefined ? [] : [{ txid, raw: Buffer.from(hex, 'hex') }];
  };
  const pushing: PushingSource = {
    ...source,
    news: undefined,
    asked: 0,
    beforeAnswer: async () => {},
    pushed: {
      listen(news) {
        pushing.news = news;
        return {
          close() {
            pushing.news = undefined;
          },
        };
      },
      async unconfirmed(txids) {
        pushing.asked += 1;
        const found = (await Promise.all(txids.map(read))).flat();
        await pushing.beforeAnswer();
        return found;
      },
    },
  };
  return pushing;
}
