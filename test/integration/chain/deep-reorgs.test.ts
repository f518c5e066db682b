import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { chainReorg } from '@/db/schema/chain';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { readHealth } from '@/lib/health';
import { chainStatus } from '@/lib/payments/views/chain-status';
import { runAdmin } from '@/test/support/admin';
import { startBitcoind } from '@/test/support/bitcoind';
import { testVault } from '@/test/support/factories';
import { openNodeMerchant } from '@/test/support/node-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { testSeals } from '@/test/support/seals';

const MAX_BACK_OFF_MS = 60_000;
const MAX_DEPTH = 100;
const DAY_MS = 86_400_000;

const merchant = await openForTestFile(openNodeMerchant());
const { node, base } = merchant;
const STOPPED = { kind: 'failed', fault: 'deep_reorg' };

beforeEach(async () => {
  expect(await merchant.sync()).toMatchObject({ kind: 'read', complete: true });
});

const accept = (network = 'regtest') =>
  runAdmin(
    {
      db: base.db,
      vault: testVault,
      seals: testSeals,
      clock: merchant.now,
      policy: { allowPrivate: true },
      networks: ['regtest'],
      sources: new Map(),
      setupToken: 'a setup token',
      env: { dataDir: '.', databaseUrl: '' },
    },
    ['chain', 'accept', '--network', network],
  );

/** Reads the chain after the pause that follows a failure. */
const syncLater = () => {
  merchant.passTime(MAX_BACK_OFF_MS);
  return merchant.sync();
};

/** A confirmed payment with this many further blocks on top of its block. */
async function buriedPayment(blocks: number) {
  const { id } = await merchant.detectedPayment(1);
  await node.mine(blocks);
  await merchant.sync();
  expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed' });
  return id;
}

async function status() {
  const off = { kind: 'off' } as const;
  const kinds = { mainnet: off, testnet: off, testnet4: off, signet: off };
  const [of] = await chainStatus(
    base.db,
    merchant.key.actor,
    { ...kinds, regtest: { kind: 'bitcoind' } },
    merchant.now(),
  );
  return of;
}

describe('a reorg deeper than 100 blocks', () => {
  it('a reorg deeper than 100 blocks stops the follower until the operator accepts the new chain', async () => {
    const id = await buriedPayment(MAX_DEPTH + 1);
    const waiting = await merchant.create({ expiresInSeconds: 300 });
    const before = await node.tip();
    await node.reorg(MAX_DEPTH + 1, 'empty');
    merchant.passTime(301_000);
    expect(await merchant.sync()).toMatchObject({
      ...STOPPED,
      message: expect.stringMatching(/101 blocks/),
    });
    expect(await syncLater()).toMatchObject(STOPPED);
    expect(await status()).toMatchObject({ condition: 'deep_reorg', hash: before.hash });
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', flags: [] });
    expect(await merchant.payment(waiting.id)).toMatchObject({ status: 'pending' });

    const tip = await node.tip();
    expect(await accept()).toEqual({ network: 'regtest', ...tip });
    // A block that arrives after the decision belongs to the accepted chain.
    await node.mineOnly();
    expect(await merchant.sync()).toMatchObject({ kind: 'read', complete: true });
    expect(await status()).toMatchObject({ condition: 'following', height: tip.height + 1 });
    expect(await merchant.payment(id)).toMatchObject({
      flags: expect.arrayContaining(['reorged']),
    });
    const [reorg] = await base.db
      .select()
      .from(chainReorg)
      .where(eq(chainReorg.fromHash, before.hash));
    expect(reorg).toMatchObject({ forkHeight: before.height - MAX_DEPTH - 1 });
  });

  it('the operator’s acceptance of a deep reorg does not cover later reorgs', async () => {
    await node.mine(MAX_DEPTH + 1);
    await merchant.sync();
    await node.reorg(MAX_DEPTH + 1, 'empty');
    expect(await merchant.sync()).toMatchObject(STOPPED);
    await accept();
    expect(await merchant.sync()).toMatchObject({ kind: 'read', complete: true });
    await node.mine(MAX_DEPTH);
    await merchant.sync();
    await node.reorg(MAX_DEPTH + 1, 'empty');
    expect(await merchant.sync()).toMatchObject(STOPPED);
    await accept();
  });
});

it('for a day after a reorg of 7 blocks, the chain’s health shows the depth of the reorg', async () => {
  const depth = async () => {
    const { chains } = await readHealth(base.db, ['regtest', 'signet'], merchant.now());
    return chains.map(({ reorg_depth }) => reorg_depth);
  };
  merchant.passTime(DAY_MS);
  await node.mine(7);
  await merchant.sync();
  expect(await depth()).toEqual([0, 0]);
  await node.reorg(7, 'empty');
  await merchant.sync();
  expect(await depth()).toEqual([7, 0]);
  merchant.passTime(DAY_MS);
  expect(await depth()).toEqual([0, 0]);
});

it('a reorg of 100 blocks is followed without asking the operator', async () => {
  const id = await buriedPayment(MAX_DEPTH);
  await node.reorg(MAX_DEPTH, 'empty');
  expect(await merchant.sync()).toMatchObject({ kind: 'read', disconnected: MAX_DEPTH });
  expect(await merchant.payment(id)).toMatchObject({ flags: expect.arrayContaining(['reorged']) });
});

it('a node on another chain is not followed, and reading resumes with a node on the followed chain', async () => {
  const id = await buriedPayment(1);
  const { height, hash } = await node.tip();
  const right = merchant.source;
  const other = await startBitcoind({ blocks: height });
  try {
    merchant.source = createBitcoindSource('regtest', new URL(other.url), merchant.now);
    await other.mine(1);
    expect(await merchant.sync()).toMatchObject(STOPPED);
    // The tip of another chain cannot show which outputs are older than the payment.
    const destinationAddress = await node.address();
    await expect(merchant.create({ destinationAddress })).rejects.toMatchObject({
      code: 'network_unavailable',
    });
    merchant.source = right;
    expect(await syncLater()).toMatchObject({ kind: 'read', complete: true, disconnected: 0 });
    expect(await status()).toMatchObject({ condition: 'following', height, hash });
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', flags: [] });
    expect(await merchant.typesOf(id)).toEqual(['payment.detected', 'payment.confirmed']);
    expect(await accept()).toMatchObject({ error: { code: 'not_found' } });
  } finally {
    await other.stop();
  }
});

it('accepting a chain is refused when no reorg needs a decision', async () => {
  expect(await accept()).toMatchObject({ error: { code: 'not_found' } });
  expect(await accept('signet')).toMatchObject({ error: { code: 'not_found' } });
  expect(await accept('mars')).toMatchObject({ error: { code: 'usage' } });
});
