import { type ChainSource, SourceError } from '@/lib/chain/source';

/** When the source of a chain is unavailable. */
export interface Outage {
  /** Calls that still succeed before the outage; undefined for no outage. */
  callsLeft: number | undefined;
  /** Reads that fail before the outage ends. */
  failuresLeft: number;
}

/** A source that does not respond during an outage. */
export function faultySource(source: ChainSource, outage: Outage): ChainSource {
  const answer = async <T>(call: () => Promise<T>): Promise<T> => {
    if (outage.callsLeft === undefined) return call();
    if (outage.callsLeft === 0) {
      throw new SourceError('unreachable', 'the chain is away for this test');
    }
    outage.callsLeft -= 1;
    return call();
  };
  return {
    tip: (maxAgeMs) => answer(() => source.tip(maxAgeMs)),
    hashAt: (height) => answer(() => source.hashAt(height)),
    block: (hash, wanted) => answer(() => source.block(hash, wanted)),
    mempool: (...given) => answer(() => source.mempool(...given)),
    spending: source.spending,
  };
}

/** Counts a failed read: the outage ends after the last one planned. */
export function countFailure(outage: Outage): void {
  outage.failuresLeft -= 1;
  outage.callsLeft = outage.failuresLeft > 0 ? 0 : undefined;
}
