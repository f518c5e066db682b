import { beforeAll, describe, expect, it } from 'vitest';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import type { Member } from '@/lib/domain/actor';
import { OPERATOR } from '@/lib/domain/actor';
import type { SourceKind } from '@/lib/domain/chain-condition';
import { NETWORKS, type Network } from '@/lib/domain/network';
import { toSats } from '@/lib/domain/sats';
import { chainResponse, chainsSchema } from '@/lib/http/chains/chains-response';
import { revokeKey } from '@/lib/keys/revoke-key';
import { syncChain } from '@/lib/payments/sync-chain';
import { type ChainStatus, chainStatus } from '@/lib/payments/views/chain-status';
import { createTestActor } from '@/test/support/actor';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { reserveStablePort } from '@/test/support/reserve-stable-port';
import { openTestMerchant } from '@/test/support/test-merchant';

const OFF = Object.fromEntries(NETWORKS.map((network) => [network, { kind: 'off' }]));
const KINDS = {
  ...OFF,
  signet: { kind: 'bitcoind' },
  regtest: { kind: 'sandbox' },
} as Record<Network, { kind: SourceKind }>;

let stranger: Member;

const merchant = await openForTestFile(
  openTestMerchant(({ db }, clock) => createSandboxSource(db, clock)),
);
const viewer = await createTestActor(merchant.base.db, merchant.key.merchantId, 'viewer');

beforeAll(async () => {
  const other = await createTestKey(merchant.base.db);
  stranger = await createTestActor(merchant.base.db, other.merchantId, 'owner');
  await merchant.sync();
});

async function statusOf(
  network: Network,
  actor = viewer,
  now = merchant.now(),
): Promise<ChainStatus> {
  const found = (await chainStatus(merchant.base.db, actor, KINDS, now)).find(
    (status) => status.network === network,
  );
  if (!found) throw new Error(`${network} is not shown`);
  return found;
}

describe('the status of a chain', () => {
  it('the status of a chain contains the tip, the last read height and the number of the merchant’s active payments', async () => {
    await merchant.create();
    const { address } = await merchant.create({ requiredConfirmations: 6 });
    await payAddress(merchant.base.db, { address, sats: toSats(100_000) }, merchant.now());
    await simulateMining(merchant.base.db, { blocks: 2 }, merchant.now());
    await merchant.sync();
    const tip = await merchant.source.tip();
    const status = await statusOf('regtest');
    expect(status).toMatchObject({
      source: 'sandbox',
      condition: 'following',
      height: tip.height,
      hash: tip.hash,
      tipHeight: tip.height,
      tipHash: tip.hash,
      lagBlocks: 0,
      failingSince: null,
      fault: null,
      waiting: { pending: 1, detected: 1 },
      used: true,
      reorgs: [],
    });
    const { waiting, ...chain } = await statusOf('regtest', stranger);
    expect(waiting).toEqual({ pending: 0, detected: 0 });
    const { waiting: own, ...same } = status;
    expect([chain, own]).toEqual([same, { pending: 1, detected: 1 }]);
  });

  it('the status of a chain that is catching up contains the number of remaining blocks', async () => {
    for (const blocks of [100, 20])
      await simulateMining(merchant.base.db, { blocks }, merchant.now());
    const honest = merchant.source;
    const seen: ChainStatus[] = [];
    let blocks = 0;
    merchant.source = {
      ...honest,
      block: async (...given) => {
        blocks += 1;
        if (blocks === 60) seen.push(await statusOf('regtest'));
        return honest.block(...given);
      },
    };
    await merchant.sync();
    merchant.source = honest;
    expect(seen).toMatchObject([{ condition: 'catching_up', lagBlocks: 70 }]);
    expect(await statusOf('regtest')).toMatchObject({ condition: 'following', lagBlocks: 0 });
  });

  it('the status of a chain keeps the newest reorgs, with their old and new tips', async () => {
    const left = await merchant.source.tip();
    await reorg(merchant.base.db, { blocks: 2 }, merchant.now());
    await merchant.sync();
    const came = await merchant.source.tip();
    for (let n = 0; n < 5; n++) {
      await reorg(merchant.base.db, { blocks: 1 }, merchant.now());
      await merchant.sync();
    }
    const { reorgs } = await statusOf('regtest');
    expect(reorgs).toHaveLength(5);
    const [row] = await merchant.base.db.execute<{ to_hash: string; from_hash: string }>(
      'select * from chain_reorg order by id limit 1',
    );
    expect(row).toMatchObject({
      network: 'regtest',
      fork_height: left.height - 2,
      from_height: left.height,
      from_hash: left.hash,
      to_height: came.height,
      to_hash: came.hash,
    });
    expect(reorgs.map(({ fromHash }) => fromHash)).not.toContain(left.hash);
    expect(reorgs[0]?.toHash).toBe((await merchant.source.tip()).hash);
    expect(reorgs[4]?.fromHash).toBe(came.hash);
  });

  it('the status of a chain is “unattended” after a long time without a read', async () => {
    const later = new Date(merchant.now().getTime() + 91_000);
    expect(await statusOf('regtest', viewer, later)).toMatchObject({ condition: 'unattended' });
  });

  it('the status of a failing source describes the fault without the source’s credentials', async () => {
    const { base, now } = merchant;
    const url = new URL(`http://someone:secret-password@127.0.0.1:${await reserveStablePort()}`);
    expect(await statusOf('signet')).toMatchObject({ condition: 'not_read', height: null });
    await syncChain(base.database, 'signet', createBitcoindSource('signet', url), now);
    const status = await statusOf('signet');
    expect(status).toMatchObject({
      condition: 'unreachable',
      source: 'bitcoind',
      failingSince: expect.any(Date),
      nextReadAt: expect.any(Date),
      fault: expect.not.stringMatching(/^unreachable/),
      used: false,
    });
    expect(JSON.stringify(status)).not.toMatch(/secret-password|someone/);
  });

  it('the list of chain statuses has every followed network, and all of the merchant’s networks', async () => {
    const networks = async (actor: Member) =>
      (await chainStatus(merchant.base.db, actor, KINDS, merchant.now())).map((one) => one.network);
    expect(await networks(viewer)).toEqual(['signet', 'regtest']);
    const { merchantId } = merchant.key;
    const { id } = await createTestKey(merchant.base.db, { merchantId, network: 'mainnet' });
    expect(await networks(viewer)).toEqual(['mainnet', 'signet', 'regtest']);
    expect(await statusOf('mainnet')).toMatchObject({ condition: 'off', used: true });
    expect(await networks(stranger)).toEqual(['signet', 'regtest']);
    await revokeKey(merchant.base.db, OPERATOR, id, merchant.now());
    expect(await networks(viewer)).toEqual(['signet', 'regtest']);
  });

  it('the status of a chain passes the validation that the page applies to responses', async () => {
    const chains = await chainStatus(merchant.base.db, viewer, KINDS, merchant.now());
    const answer = { data: chains.map(chainResponse), now: merchant.now().toISOString() };
    expect(chainsSchema.parse(JSON.parse(JSON.stringify(answer)))).toEqual(answer);
  });
});
