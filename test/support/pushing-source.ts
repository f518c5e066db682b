import type { ChainSource, PushHandlers, RawTransaction } from '@/lib/chain/source';
import type { TestNode } from './bitcoind';

/** A source that pushes when a test triggers it. */
export interface PushingSource extends ChainSource {
  readonly pushed: NonNullable<ChainSource['pushed']>;
  /** Undefined while nobody listens. */
  news: PushHandlers | undefined;
  /** Runs between the reading of transactions and their return. */
  beforeAnswer: () => Promise<unknown>;
  /** The number of requests for pushed transactions. */
  asked: number;
}

/** Returns a real node's source. A test triggers its pushes. */
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
