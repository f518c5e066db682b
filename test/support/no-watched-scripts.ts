import type { WatchedScriptReader } from '@/lib/chain/source';

/** A source that lists its whole mempool needs no list of watched scripts. */
export const NO_WATCHED_SCRIPTS: WatchedScriptReader = {
  current: async () => [],
  all: async () => ({ scripts: [], end: undefined }),
  heights: async () => new Map(),
};
