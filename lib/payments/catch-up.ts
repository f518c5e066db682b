import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@/db/client';
import type { ChainSource } from '@/lib/chain/source';
import type { Network } from '@/lib/domain/network';
import { syncChain } from './sync-chain';

const PAUSE_MS = 50;
const MAX_PAUSES = 100;

/**
 * Reads a chain up to what it is now, for somebody who has just moved it and looks at payments next.
 * Waits for another read to end, up to 5 seconds: that one may have begun before.
 */
export async function catchUp(
  database: Database,
  network: Network,
  source: ChainSource,
  clock: () => Date,
): Promise<void> {
  for (let pauses = 0; pauses < MAX_PAUSES; pauses += 1) {
    const { kind } = await syncChain(database, network, source, clock);
    if (kind !== 'busy') return;
    await sleep(PAUSE_MS);
  }
}
