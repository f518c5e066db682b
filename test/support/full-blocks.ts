import { randomBytes } from 'node:crypto';
import { eq, gt } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { block, chain } from '@/db/schema/chain';
import { scriptToAddress } from '@/lib/bitcoin/address';
import type { TestNode } from './bitcoind';

/** Their 30,000 outputs fill a block of almost four million weight units. */
const TRANSACTIONS = 12;
const OUTPUTS = 2_400;
const MIN_WEIGHT = 3_500_000;

export async function mineFullBlocks(node: TestNode): Promise<void> {
  for (let n = 0; n < TRANSACTIONS; n += 1) {
    const outputs = Array.from({ length: OUTPUTS }, () => [anyAddress(), 1_000] as const);
    await node.sendMany(Object.fromEntries(outputs));
  }
  const [hash] = await node.mine(1);
  const { weight } = await node.rpc<{ weight: number }>('getblock', hash);
  if (weight < MIN_WEIGHT) throw new Error(`a block of ${weight} weight units is not full`);
}

function anyAddress(): string {
  const address = scriptToAddress(`0014${randomBytes(20).toString('hex')}`, 'regtest');
  if (!address) throw new Error('a hash of a key has an address');
  return address;
}

/** Makes the server forget all later regtest blocks, so that it reads them again. */
export async function forgetBlocksAfter(
  db: Db,
  tip: { readonly height: number; readonly hash: string },
): Promise<void> {
  await db.delete(block).where(gt(block.height, tip.height));
  await db.update(chain).set(tip).where(eq(chain.network, 'regtest'));
}
