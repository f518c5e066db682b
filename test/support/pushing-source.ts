import type { ChainSource, News, RawTransaction } from '@/lib/chain/source';
import type { TestNode } from './bitcoind';

/** A source that pushes what a test tells it to. */
export interface PushingSource extends ChainSource {
  readonly pushed: NonNullable<ChainSource['pushed']>;
  /** Undefined while nobody listens. */
  news: News | undefined;
  /** Runs after transactions were read and before their answer arrives. */
  beforeAnswer: () => Promise<unknown>;
  /** The number of times that pushed transactions were asked for. */
  asked: number;
}

/** A real node's source, with its own way to push. */
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
