import type { SourceFault } from '@/lib/domain/chain-condition';
import { SourceError } from '../source';
import type { Follower } from './ledger';

/** Temporary faults. */
const PASSING: readonly SourceFault[] = ['unreachable', 'loading', 'rate_limited'];

/**
 * Requests the fees of refund transactions from the source and records them. After a temporary
 * fault, the next read requests the fee again.
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
