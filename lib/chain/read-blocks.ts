import { type ScannedBlock, scanBlock } from '@/lib/bitcoin/scan';
import { span } from '@/lib/tracing/span';
import { EarlierMoney } from './earlier-money';
import type { Follower } from './ledger';
import { type Findings, scanTransactions } from './scan';
import { type BlockRef, SourceError } from './source';
import { replaceable } from './transactions';

export interface ReadBlock extends BlockRef {
  readonly time: Date;
  readonly findings: Findings;
}

export interface FetchedBlock extends BlockRef {
  readonly block: ScannedBlock;
}

/**
 * Begins to fetch a block, while other work goes on. Resolves with undefined above the tip; rejects
 * for whoever waits for it, and for nobody else.
 */
export function fetchBlock(
  { source }: Follower,
  height: number,
): Promise<FetchedBlock | undefined> {
  const fetch = async () => {
    const hash = await source.hashAt(height);
    if (hash === undefined) return undefined;
    const block = scanBlock(await source.block(hash));
    if (block.hash === hash) return { height, hash, block };
    throw new SourceError('bad_answer', `the source sent another block than ${hash}`);
  };
  const fetched = fetch();
  fetched.catch(() => {});
  return fetched;
}

/**
 * The blocks after `fork` up to `target`, each fetched while the one before it is matched. When the
 * source fails halfway, the blocks before count, so that catching up makes progress, once they reach
 * the height `least`. Resolves with undefined when the chain changed meanwhile.
 *
 * @param first the block after `fork`
 * @throws SourceError
 */
export async function readBlocks(
  follower: Follower,
  fork: BlockRef,
  first: Promise<FetchedBlock | undefined>,
  target: number,
  least: number,
): Promise<ReadBlock[] | undefined> {
  const { network, database } = follower;
  const blocks: ReadBlock[] = [];
  const earlier = new EarlierMoney(follower, fork);
  let spenders: Map<string, string> | undefined;
  let next = first;
  try {
    for (let height = fork.height + 1; height <= target; height++) {
      const facts = { 'chain.network': network, 'chain.height': height };
      const read = await span('chain block', facts, async (note) => {
        const fetched = await next;
        if (fetched?.block.prevHash !== (blocks.at(-1) ?? fork).hash) return undefined;
        if (height < target) next = fetchBlock(follower, height + 1);
        spenders ??= await replaceable(database.db, network, fork.height);
        const { hash, block } = fetched;
        const { transactions: all, time } = block;
        const findings = await scanTransactions(follower, all, height, spenders, earlier);
        note({ 'chain.transactions': findings.transactions.length });
        return { height, hash, time, findings };
      });
      if (!read) return undefined;
      blocks.push(read);
    }
  } catch (error) {
    const reached = fork.height + blocks.length;
    if (reached < least || !(error instanceof SourceError)) throw error;
  }
  return blocks;
}
