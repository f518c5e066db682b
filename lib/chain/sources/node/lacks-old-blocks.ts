interface NodeProgress {
  readonly blocks: number;
  /** Height of the node's best header; above `blocks` while blocks are being downloaded. */
  readonly headers: number;
  /** Median time of the node's last eleven blocks (BIP 113), in seconds. */
  readonly mediantime: number;
}

/**
 * The median time is normally an hour behind the last block, and a block's time may be two hours
 * off. If the median time is older than this, the node lacks old blocks.
 */
const OLD_BLOCK_MS = 3 * 3_600_000;

/** Whether a node lacks blocks from hours ago, for example because it was stopped for a day. */
export function lacksOldBlocks({ headers, blocks, mediantime }: NodeProgress, now: Date): boolean {
  return headers > blocks && now.getTime() - mediantime * 1_000 > OLD_BLOCK_MS;
}
