import { type ChainSource, SourceError } from '@/lib/chain/source';

/** When the source of a chain does not answer. */
export interface Outage {
  /** Calls that are still answered before it begins; undefined: there is none. */
  callsLeft: number | undefined;
  /** Reads that will fail before it is over. */
  failuresLeft: number;
}

/** A source that does not answer while there is an outage. */
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
    block: (hash) => answer(() => source.block(hash)),
    mempool: (open) => answer(() => source.mempool(open)),
  };
}

/** A read failed: the outage is over after the last one that was to fail. */
export function countFailure(outage: Outage): void {
  outage.failuresLeft -= 1;
  outage.callsLeft = outage.failuresLeft > 0 ? 0 : undefined;
}
