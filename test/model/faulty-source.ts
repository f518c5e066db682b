import { type ChainSource, SourceError } from '@/lib/chain/source';

export interface Outage {
  /** Calls that still succeed before the outage; undefined if no outage is planned. */
  callsLeft: number | undefined;
  /** Reads that must fail before the outage ends. */
  failuresLeft: number;
}

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

export function countOutageFailure(outage: Outage): void {
  outage.failuresLeft -= 1;
  outage.callsLeft = outage.failuresLeft > 0 ? 0 : undefined;
}
