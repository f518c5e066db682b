import { expect } from 'vitest';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { type BitcoindOptions, startBitcoind, type TestNode } from './bitcoind';
import { openTestMerchant, type TestMerchant } from './test-merchant';

/** A merchant's server on a real node, without HTTP. Tests do not move the node's clock. */
export interface NodeMerchant extends TestMerchant {
  readonly node: TestNode;
  detectedPayment(
    requiredConfirmations?: number,
  ): Promise<{ id: string; address: string; txid: string }>;
}

export async function openNodeMerchant(options: BitcoindOptions = {}): Promise<NodeMerchant> {
  const node = await startBitcoind(options);
  const plain = await openTestMerchant((_base, clock) =>
    createBitcoindSource('regtest', new URL(node.url), clock),
  );
  const merchant: NodeMerchant = Object.assign(plain, {
    node,
    async detectedPayment(requiredConfirmations = 1) {
      const { id, address } = await plain.create({ requiredConfirmations });
      const txid = await node.sendTo(address, 100_000);
      await plain.sync();
      expect(await plain.payment(id)).toMatchObject({ status: 'detected', txid });
      return { id, address, txid };
    },
  });
  const closePlain = plain.close;
  merchant.close = async () => {
    await Promise.all([node.stop(), closePlain()]);
  };
  await merchant.sync();
  return merchant;
}
