import type { ChainSource } from '@/lib/chain/source';

/** No watched scripts, for a source that lists its whole mempool. */
export const NO_WATCHED_SCRIPTS: Parameters<ChainSource['mempool']>[2] = {
  current: async () => [],
  all: async () => ({ scripts: [], end: undefined }),
  heights: async () => new Map(),
  unconfirmed: [],
};
