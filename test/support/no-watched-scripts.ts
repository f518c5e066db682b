import type { ChainSource } from '@/lib/chain/source';

/** A source that lists its whole mempool needs no list of watched scripts. */
export const NO_WATCHED_SCRIPTS: Parameters<ChainSource['mempool']>[2] = {
  current: async () => [],
  all: async () => ({ scripts: [], end: undefined }),
  heights: async () => new Map(),
  unconfirmed: [],
};
