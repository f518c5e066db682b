import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { chain } from '@/db/schema/chain';
import { acceptDeepReorg } from '@/lib/chain/follow/accept-deep-reorg';
import { MEMPOOL_GRACE_MS } from '@/lib/chain/follow/read-mempool';
import { SourceError } from '@/lib/chain/source';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { readHealth } from '@/lib/health';
import { syncChain } from '@/lib/payments/sync-chain';
import { startBitcoind } from '@/test/support/bitcoind';
import { openNodeMerchant } from '@/test/support/node-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const NOBODY = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

const merchant = await openForTestFile(openNodeMerchant());

const health = async () =>
  (await readHealth(merchant.base.db, ['regtest'], merchant.now())).chains[0];

describe('an unreachable node', () => {
  it('an unreachable node is polled less and less often, and causes no expiry', async () => {
    const { id } = await merchant.create({ expiresInSeconds: 300 });
    merchant.stopClock();
    await merchant.node.pause();
    expect(await merchant.sync()).toMatchObject({
      kind: 'failed',
      fault: 'unreachable',
    });
    expect(await merchant.sync()).toMatchObject({ kind: 'backing_off' });
    const waits: number[] = [];
    for (let n = 0; n < 8; n++) {
      merchant.passTime(61_000);
      expect(await merchant.sync()).toMatchObject({ kind: 'failed' });
      const [row] = await merchant.base.db.select().from(chain).where(eq(chain.network, 'regtest'));
      waits.push(((row?.nextReadAt?.getTime() ?? 0) - merchant.now().getTime()) / 1_000);
    }
    expect(waits).toEqual([4, 8, 16, 32, 60, 60, 60, 60]);
    expect(await health()).toMatchObject({
      last_error: expect.stringContaining('unreachable'),
      failing_since: expect.any(String),
    });
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending' });

    await merchant.node.resume();
    merchant.passTime(61_000);
    expect(await merchant.sync()).toMatchObject({ kind: 'read', complete: true });
    expect(await merchant.payment(id)).toMatchObject({ status: 'expired' });
    expect(await health()).toMatchObject({ last_error: null, failing_since: null, lag_blocks: 0 });
  });

  it('an error of an unreachable node never contains the node’s password', async () => {
    const url = new URL('http://alice:correct-horse@127.0.0.1:1');
    const error = await createBitcoindSource('regtest', url)
      .tip()
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(SourceError);
    const seen = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error);
    expect(seen).not.toContain('correct-horse');
  });
});

describe('an unusable node', () => {
  it('a node is reported as unusable when the password is wrong', async () => {
    const url = new URL(merchant.node.url);
    url.password = 'wrong';
    await expect(createBitcoindSource('regtest', url).tip()).rejects.toMatchObject({
      fault: 'unauthorized',
    });
  });

  it('a node is rejected when it is on another network', async () => {
    const source = createBitcoindSource('signet', new URL(merchant.node.url));
    await expect(source.tip()).rejects.toMatchObject({
      fault: 'wrong_network',
      message: expect.stringContaining('"regtest"'),
    });
  });

  it('a node that is still loading is polled again, and its responses do not count as chain reads', async () => {
    const { id } = await merchant.create({ expiresInSeconds: 300 });
    merchant.passTime(301_000);
    await merchant.node.pause();
    await merchant.node.resume({ ready: false });
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending' });
    await until('the node is read again', async () => {
      const result = await merchant.sync();
      if (result.kind === 'failed') {
        expect(['unreachable', 'loading']).toContain(result.fault);
        expect(await merchant.payment(id)).toMatchObject({ status: 'pending' });
        merchant.passTime(61_000);
      }
      return result.kind === 'read' && result.complete;
    });
    expect(await merchant.payment(id)).toMatchObject({ status: 'expired' });
  });

  it('a node is reported as unusable when it has pruned a needed block', async () => {
    const pruned = await startBitcoind({ prune: true, blocks: 0 });
    try {
      // Mines to a foreign address, since the node's wallet would take a minute to save the
      // rewards.
      await pruned.mine(1_500, NOBODY);
      const source = createBitcoindSource('regtest', new URL(pruned.url));
      const early = await source.hashAt(1);
      expect(await pruned.rpc<number>('pruneblockchain', 1_100)).toBeGreaterThan(1);
      await expect(source.block(early ?? '', {})).rejects.toMatchObject({ fault: 'pruned' });
    } finally {
      await pruned.stop();
    }
  });

  it('a node is reported as unusable when its chain forked before the stored history', async () => {
    // Unlike other networks, regtest may restart from its first block, so this test follows the
    // node as signet.
    const source = createBitcoindSource('regtest', new URL(merchant.node.url));
    const sync = () => syncChain(merchant.base.database, 'signet', source, merchant.now);
    expect(await sync()).toMatchObject({ complete: true });
    await merchant.base.db.execute("delete from block where network = 'signet'");
    await merchant.node.reorg(3, 'empty');
    expect(await sync()).toMatchObject({ kind: 'failed', fault: 'history_lost' });
    const { height } = await merchant.node.tip();
    const [row] = await merchant.base.db.select().from(chain).where(eq(chain.network, 'signet'));
    expect(row).toMatchObject({ height: height - 1, failures: 1 });
  });

  it('after the operator accepts a new regtest chain, the node is followed from its first block', async () => {
    const { id, address } = await merchant.create({ requiredConfirmations: 1 });
    await merchant.node.sendTo(address, 100_000);
    await merchant.node.mine(1);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed' });

    const fresh = await startBitcoind({ blocks: 120 });
    try {
      await fresh.sendTo(address, 100_000);
      await fresh.mine(1);
      merchant.source = createBitcoindSource('regtest', new URL(fresh.url));
      await merchant.base.db.execute('delete from block where height < 100');
      expect(await merchant.sync()).toMatchObject({ kind: 'failed', fault: 'deep_reorg' });
      await acceptDeepReorg(merchant.base.db, 'regtest');
      await until('the new chain is read', async () => {
        const result = await merchant.sync();
        merchant.passTime(MEMPOOL_GRACE_MS);
        return result.kind === 'read' && result.complete;
      });
      expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', confirmations: 1 });
    } finally {
      await fresh.stop();
    }
  });
});
