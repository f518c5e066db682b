import type { SourceFault } from '@/lib/domain/chain-condition';
import { SourceError } from '../source';
import type { Follower } from './ledger';

/** The source may answer at the next read. */
const PASSING: readonly SourceFault[] = ['unreachable', 'loading', 'rate_limited'];

/**
 * Asks the source for the fees of refunds. A fee that it does not know stays unknown; a source that
 * fails for the moment is asked again at the next read.
 */
export async function readFees({ network, source, ledger }: Follower): Promise<void> {
  for (const { txid, blockHash } of await ledger.wantedFees(network)) {
    try {
      await ledger.recordFee(network, txid, await source.feeOf?.(txid, blockHash));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (PASSING.includes(error.fault)) return;
      await ledger.recordFee(network, txid, undefined);
    }
  }
}
