import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { block, chain } from '@/db/schema/chain';
import { MEMPOOL_GRACE_MS } from '@/lib/chain/follow/read-mempool';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { syncChain } from '@/lib/payments/sync-chain';
import { chainStatus } from '@/lib/payments/views/chain-status';
import { announceHeaders } from '@/test/support/announce-headers';
import { startBitcoind, type TestNode } from '@/test/support/bitcoind';
import { NO_CHAIN_SETTINGS } from '@/test/support/no-chain-settings';
import { openNodeMerchant } from '@/test/support/node-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';

const [merchant, late] = await Promise.all([
  openForTestFile(openNodeMerchant()),
  openForTestFile(startBitcoind({ blocks: 0 })),
]);

const followed = (network: 'regtest' | 'signet') =>
  merchant.base.db.select().from(chain).where(eq(chain.network, network));

async function rawBlock(height: number): Promise<string> {
  const hash = await merchant.node.rpc<string>('getblockhash', height);
  return merchant.node.rpc<string>('getblock', hash, 0);
}

async function copyBlocks(from: number, to: number) {
  for (let height = from; height <= to; height++) {
    await late.rpc('submitblock', await rawBlock(height));
  }
}

describe('headers announced without their blocks', () => {
  it('headers whose blocks are missing do not delay the detection of payments', async () => {
    const { id, address } = await merchant.create();
    await announceHeaders(merchant.node, 1);
    await merchant.node.sendTo(address, 100_000);
    expect(await merchant.sync()).toMatchObject({ kind: 'read', complete: false });
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected' });
  });

  it('no payment expires while the block of a header is missing', async () => {
    await merchant.node.mine(2);
    await merchant.sync();
    const { id } = await merchant.create({ expiresInSeconds: 300 });
    merchant.stopClock();
    merchant.passTime(300_000);
    await announceHeaders(merchant.node, 1);
    expect(await merchant.sync()).toMatchObject({ complete: false });
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending' });
    await merchant.node.mine(2);
    expect(await merchant.sync()).toMatchObject({ complete: true });
    expect(await merchant.payment(id)).toMatchObject({ status: 'expired' });
  });
});

describe('a node that catches up', () => {
  it('no payment expires while the node still receives blocks that are hours old', async () => {
    const { node } = merchant;
    await node.mine(5);
    await merchant.sync();
    const seen = await merchant.create({ requiredConfirmations: 1 });
    await node.sendTo(seen.address, 100_000);
    await merchant.sync();
    const unseen = await merchant.create({ requiredConfirmations: 1, expiresInSeconds: 300 });
    const { height } = await node.tip();
    const pay = await node.sendTo(unseen.address, 100_000);
    await node.mineOnly();
    await node.mineOnly();
    await node.mine(1);
    expect(await node.rpc('gettransaction', pay)).toMatchObject({ confirmations: 1 });

    await copyBlocks(1, height);
    for (let n = 1; n <= 3; n++) {
      await late.rpc('submitheader', (await rawBlock(height + n)).slice(0, 160));
    }
    merchant.source = createBitcoindSource('regtest', new URL(late.url), merchant.now);
    merchant.passTime(4 * 3_600_000);
    // The missing blocks may confirm outputs that are older than the payment.
    const destinationAddress = await node.address();
    const refused = { code: 'network_unavailable' };
    await expect(merchant.create({ destinationAddress })).rejects.toMatchObject(refused);
    for (let n = 0; n < 3; n++) {
      if (n > 0) await copyBlocks(height + n, height + n);
      expect(await merchant.sync()).toMatchObject({ complete: false });
      merchant.passTime(MEMPOOL_GRACE_MS);
      expect(await merchant.sync()).toMatchObject({ complete: false });
      expect(await merchant.payment(unseen.id)).toMatchObject({ status: 'pending' });
      expect(await merchant.payment(seen.id)).toMatchObject({ status: 'detected', flags: [] });
      merchant.passTime(3_600_000);
    }
    await copyBlocks(height + 3, height + 3);
    expect(await merchant.sync()).toMatchObject({ complete: true });
    await merchant.create({ destinationAddress });
    for (const { id } of [seen, unseen]) {
      expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', flags: [] });
    }
  });
});

describe('a node that syncs from scratch', () => {
  const OLDEST_STORED = 100;
  const condition = async () => {
    const kinds = { ...NO_CHAIN_SETTINGS, signet: { kind: 'bitcoind' } } as const;
    const all = await chainStatus(merchant.base.db, merchant.key.actor, kinds, merchant.now());
    return all.find(({ network }) => network === 'signet')?.condition;
  };

  it('a node that syncs from scratch is reported as behind, and reverts no payment', async () => {
    // Unlike other networks, regtest may restart from its first block, so this test follows the
    // node as signet.
    const follow = (node: TestNode) => {
      const source = createBitcoindSource('regtest', new URL(node.url), merchant.now);
      return syncChain(merchant.base.database, 'signet', source, merchant.now);
    };
    await merchant.node.mine(1);
    expect(await follow(merchant.node)).toMatchObject({ complete: true });
    await merchant.base.db.execute(
      `delete from block where network = 'signet' and height < ${OLDEST_STORED}`,
    );
    const [{ height, hash } = { height: 0, hash: '' }] = await followed('signet');
    const fresh = await startBitcoind({ blocks: 0 });
    try {
      for (const [from, to] of [
        [1, OLDEST_STORED / 2],
        [OLDEST_STORED / 2 + 1, OLDEST_STORED + 10],
      ] as const) {
        for (let n = from; n <= to; n++) await fresh.rpc('submitblock', await rawBlock(n));
        merchant.passTime(76_000);
        expect(await follow(fresh)).toMatchObject({ kind: 'read', complete: false, connected: 0 });
        expect(await condition()).toBe('behind');
        expect(await followed('signet')).toMatchObject([{ height, hash, tipHeight: to }]);
      }
      await merchant.node.mine(1);
      const { height: newest } = await merchant.node.tip();
      for (let n = OLDEST_STORED + 11; n <= newest; n++) {
        await fresh.rpc('submitblock', await rawBlock(n));
      }
      expect(await follow(fresh)).toMatchObject({ complete: true, connected: 1, disconnected: 0 });
      expect(await condition()).toBe('following');
    } finally {
      await fresh.stop();
    }
  });

  it('a node that reports its own initial sync is reported as behind', async () => {
    const { db, database } = merchant.base;
    const node = await startBitcoind({ chain: 'signet' });
    merchant.passTime(76_000);
    try {
      await db.delete(block).where(eq(block.network, 'signet'));
      await db.insert(block).values({ network: 'signet', height: 0, hash: 'f'.repeat(64) });
      await db.update(chain).set({ height: 5_000 }).where(eq(chain.network, 'signet'));
      const source = createBitcoindSource('signet', new URL(node.url), merchant.now);
      expect(await syncChain(database, 'signet', source, merchant.now)).toMatchObject({
        kind: 'read',
        complete: false,
        disconnected: 0,
      });
    } finally {
      await node.stop();
    }
  });

  it('a node is reported as on another chain if it has none of the stored blocks', async () => {
    const { db, database } = merchant.base;
    const node = await startBitcoind({ blocks: 110 });
    merchant.passTime(76_000);
    try {
      await db.delete(block).where(eq(block.network, 'signet'));
      const stored = [98, 99, 100].map((height) => ({ height, hash: `${height}`.repeat(10) }));
      await db.insert(block).values(stored.map((one) => ({ network: 'signet' as const, ...one })));
      await db
        .update(chain)
        .set(stored[2] ?? {})
        .where(eq(chain.network, 'signet'));
      const source = createBitcoindSource('regtest', new URL(node.url), merchant.now);
      expect(await syncChain(database, 'signet', source, merchant.now)).toMatchObject({
        kind: 'failed',
        fault: 'history_lost',
      });
      expect(await followed('signet')).toMatchObject([{ height: 100 }]);
      expect(await condition()).toBe('history_lost');
    } finally {
      await node.stop();
    }
  });
});
