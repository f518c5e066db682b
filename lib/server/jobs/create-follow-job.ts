import type { Db } from '@/db/client';
import { CHAIN_MOVED_CHANNEL } from '@/lib/chain/source';
import type { Network } from '@/lib/domain/network';
import { ALERT_REORG_DEPTH } from '@/lib/domain/reorg-depth';
import type { Logger } from '@/lib/log';
import type { ChainReader } from '@/lib/payments/create-chain-reader';
import { needsFrequentChainReads } from '@/lib/payments/needs-frequent-chain-reads';
import type { SyncResult } from '@/lib/payments/sync-chain';
import { runInSpan, type SpanAttributes } from '@/lib/server/tracing/span';
import { FollowPace } from './follow-pace';

interface FollowDeps {
  readonly log: Logger;
  readonly clock: () => Date;
  readonly db: Db;
  readonly chains: ChainReader;
}

export function createFollowJob(own: FollowDeps, network: Network) {
  const pace = new FollowPace(own.clock, () =>
    needsFrequentChainReads(own.db, network, own.clock()),
  );
  return {
    name: `follow-${network}`,
    run: async () => {
      const result = await readChain(own, network);
      pace.ended(result);
      return result.kind;
    },
    pace,
    network,
    onNewPayment: () => pace.newPayment(),
    onPushed: () => pace.pushed(),
    wokenBy: CHAIN_MOVED_CHANNEL,
    cron: '* * * * *',
  };
}

async function readChain({ chains, log }: FollowDeps, network: Network): Promise<SyncResult> {
  const result = await runInSpan('chain sync', { 'chain.network': network }, async (note) => {
    const read = await chains.sync(network);
    note(factsOf(read));
    return read;
  });
  if (result.kind === 'failed') {
    const { fault, message } = result;
    log.warn({ network, fault, reason: message }, 'chain source failed');
  } else if (result.kind === 'read' && (result.connected > 0 || result.disconnected > 0)) {
    const { connected, disconnected, tipHeight } = result;
    const facts = { network, connected, disconnected, tipHeight };
    if (disconnected > ALERT_REORG_DEPTH) log.warn(facts, 'deep reorg');
    else log.info(facts, 'chain tip changed');
  }
  return result;
}

function factsOf(result: SyncResult): SpanAttributes {
  return {
    'chain.result': result.kind,
    ...(result.kind === 'failed' ? { 'chain.fault': result.fault } : {}),
    ...(result.kind === 'read'
      ? {
          'chain.height': result.tipHeight,
          'chain.connected': result.connected,
          'chain.disconnected': result.disconnected,
        }
      : {}),
  };
}
