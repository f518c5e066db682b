import type { ChainSource, PushHandlers, RawTransaction } from '@/lib/chain/source';
import type { TestNode } from './bitcoind';

/** A source that pushes on a test's command. */
export interface PushingSource extends ChainSource {
  readonly pushed: NonNullable<ChainSource['pushed']>;
  /** Undefined while nobody listens. */
  news: PushHandlers | undefined;
  /** Runs after transactions were read and before they are returned. */
  beforeAnswer: () => Promise<unknown>;
  /** How often pushed transactions were requested. */
  asked: number;
}

/** Returns a real node's source whose pushes a test triggers. */
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
