import type { ChainAnswer } from '@/app/dashboard/_data/chain-answers';
import type { ChainStatus } from '@/lib/payments/chain-status';

/** How a network is followed, as JSON. */
export function toChainAnswer(status: ChainStatus): ChainAnswer {
  return {
    network: status.network,
    source: status.source,
    condition: status.condition,
    height: status.height,
    hash: status.hash,
    block_time: stamp(status.blockTime),
    tip_height: status.tipHeight,
    tip_hash: status.tipHash,
    lag_blocks: status.lagBlocks,
    read_at: stamp(status.readAt),
    answered_at: stamp(status.answeredAt),
    failing_since: stamp(status.failingSince),
    fault: status.fault,
    next_read_at: stamp(status.nextReadAt),
    waiting: { ...status.waiting },
    reorgs: status.reorgs.map((reorg) => ({
      at: reorg.at.toISOString(),
      fork_height: reorg.forkHeight,
      from_height: reorg.fromHeight,
      from_hash: reorg.fromHash,
      to_height: reorg.toHeight,
      to_hash: reorg.toHash,
    })),
  };
}

function stamp(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
