interface NodeProgress {
  readonly blocks: number;
  /** Height of the node's best header; above `blocks` while blocks are being downloaded. */
  readonly headers: number;
  readonly bestblockhash: string;
  /** Median time of the node's last eleven blocks (BIP 113), in seconds. */
  readonly mediantime: number;
}

/**
 * Maximum time to wait for the next old block. A node waits less than this for one peer before it
 * asks another.
 */
export const MAX_BLOCK_WAIT_MS = 900_000;

/**
 * The median time is normally an hour behind the last block, and a block's time may be two hours
 * off. If the median time is older than this, the node lacks old blocks.
 */
const OLD_BLOCK_MS = 3 * 3_600_000;

/** Whether a node lacks blocks from hours ago, for example because it was stopped for a day. */
export function lacksOldBlocks(node: NodeProgress, now: Date): boolean {
  return node.headers > node.blocks && endsHoursAgo(node, now);
}

function endsHoursAgo({ mediantime }: NodeProgress, now: Date): boolean {
  return now.getTime() - mediantime * 1_000 > OLD_BLOCK_MS;
}

/**
 * Decides whether to wait for blocks of which a node has only the headers. Where proof of work is
 * cheap, headers may be fake, so the wait ends a quarter of an hour after the headers got ahead or
 * the last old block arrived. Only a syncing node receives old blocks.
 */
export class MissingBlockWait {
  readonly #clock: () => Date;
  #best: string | undefined;
  #since: number | undefined;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  areAwaited(node: NodeProgress): boolean {
    const time = this.#clock();
    const now = time.getTime();
    const catchesUp = node.bestblockhash !== this.#best && endsHoursAgo(node, time);
    this.#best = node.bestblockhash;
    if (node.headers <= node.blocks) this.#since = undefined;
    // A wrong clock recorded a time in the future, so the wait begins again.
    else if (this.#since === undefined || this.#since > now || catchesUp) this.#since = now;
    return this.#since !== undefined && now - this.#since < MAX_BLOCK_WAIT_MS;
  }
}
