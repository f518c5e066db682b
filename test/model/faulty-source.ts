import { type ChainSource, SourceError } from '@/lib/chain/source';

/** The state of an outage of a chain's source. */
export interface Outage {
  /**
   * The number of calls that still succeed before the outage; undefined if no outage is planned.
   */
  callsLeft: number | undefined;
  /** The number of reads that must fail before the outage ends. */
  failuresLeft: number;
}

/** Returns a source whose calls fail during an outage. */
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

/** Counts a failed read of the chain. After the last planned failure, the outage ends. */
export function countFailure(outage: Outage): void {
  outage.failuresLeft -= 1;
  outage.callsLeft = outage.failuresLeft > 0 ? 0 : undefined;
}
