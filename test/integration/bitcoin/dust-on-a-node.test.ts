import { expect, test } from 'vitest';
import { dustSats } from '@/lib/domain/dust';
import { startBitcoind } from '@/test/support/bitcoind';
import { nodeWallet } from '@/test/support/node-wallet';
import { openForTestFile } from '@/test/support/open-for-test-file';

const node = await openForTestFile(startBitcoind({ blocks: 101 }));

const P2WSH = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';

test.each(['legacy', 'p2sh-segwit', 'bech32', 'bech32m', 'P2WSH'] as const)(
  'the wallet of Bitcoin Core sends our minimum amount to a %s address, and refuses a smaller amount',
  async (type) => {
    const wallet = nodeWallet(node.rpc);
    const address = type === 'P2WSH' ? P2WSH : await wallet.address(type);
    const least = dustSats(address);
    expect(await wallet.sendTo(address, least)).toMatch(/^[0-9a-f]{64}$/);
    await expect(wallet.sendTo(address, least - 1)).rejects.toThrow(/too small/);
  },
);
