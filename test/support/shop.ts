import { createBitcoindSource } from '@/lib/chain/bitcoind';
import { type NodeOptions, startBitcoind, type TestNode } from './bitcoind';
import { openTill, type Till } from './till';

/** A merchant's server without HTTP on a real node, whose own clock stays unchanged. */
export interface Shop extends Till {
  readonly node: TestNode;
}

export async function openShop(options: NodeOptions = {}): Promise<Shop> {
  const node = await startBitcoind(options);
  const till = await openTill(() => createBitcoindSource('regtest', new URL(node.url)));
  const shop: Shop = Object.assign(till, { node });
  const closeTill = till.close;
  shop.close = async () => {
    await Promise.all([node.stop(), closeTill()]);
  };
  await shop.sync();
  return shop;
}
