import type { Network } from '@/lib/domain/network';
import { syncChain } from '@/lib/payments/sync-chain';
import type { Runtime } from '@/lib/runtime';

/** Reads what is new on one network's chain, and says in the log what came of it. */
export async function followNetwork(
  { sources, database, clock, log }: Runtime,
  network: Network,
): Promise<void> {
  const source = sources.get(network);
  if (!source) return;
  const result = await syncChain(database, network, source, clock);
  if (result.kind === 'failed') {
    const { fault, message } = result.error;
    log.warn({ network, fault, reason: message }, 'a chain source failed');
  } else if (result.kind === 'read' && (result.connected > 0 || result.disconnected > 0)) {
    const { connected, disconnected, tipHeight } = result;
    log.info({ network, connected, disconnected, tipHeight }, 'the chain moved');
  }
}
