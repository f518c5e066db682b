import { SourceError } from '../source';
import type { Follower } from './ledger';

/** Asks the source for the fees of refunds. A fee that it does not know stays unknown. */
export async function readFees({ network, source, ledger }: Follower): Promise<void> {
  for (const { txid, blockHash } of await ledger.wantedFees(network)) {
    const fee = await source.feeOf?.(txid, blockHash).catch((error: unknown) => {
      if (!(error instanceof SourceError)) throw error;
    });
    await ledger.recordFee(network, txid, fee ?? undefined);
  }
}
