import type { Network } from '@/lib/domain/network';
import { type SyncResult, syncChain } from '@/lib/payments/sync-chain';
import type { Runtime } from '@/lib/runtime';
import { type Facts, span } from '@/lib/tracing/span';

/** Reads what is new on one network's chain, and says in the log what came of it. */
export async function followNetwork(
  { sources, database, clock, log }: Runtime,
  network: Network,
): Promise<void> {
  const source = sources.get(network);
  if (!source) return;
  const result = await span('chain sync', { 'chain.network': network }, async (note) => {
    const read = await syncChain(database, network, source, clock);
    note(factsOf(read));
    return read;
  });
  if (result.kind === 'failed') {
    const { fault, message } = result.error;
    log.warn({ network, fault, reason: message }, 'a chain source failed');
  } else if (result.kind === 'read' && (result.connected > 0 || result.disconnected > 0)) {
    const { connected, disconnected, tipHeight } = result;
    log.info({ network, connected, disconnected, tipHeight }, 'the chain moved');
  }
}

function factsOf(result: SyncResult): Facts {
  return {
    'chain.result': result.kind,
    ...(result.kind === 'failed' ? { 'chain.fault': result.error.fault } : {}),
    ...(result.kind === 'read'
      ? {
          'chain.height': result.tipHeight,
          'chain.connected': result.connected,
          'chain.disconnected': result.disconnected,
        }
      : {}),
  };
}
