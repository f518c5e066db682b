import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEMPOOL_GRACE_MS } from '@/lib/chain/follow/read-mempool';
import type { Member } from '@/lib/domain/actor';
import { toSats } from '@/lib/domain/sats';
import { createRefund } from '@/lib/refunds/create-refund';
import { getRefund } from '@/lib/refunds/get-refund';
import { createTestActor } from '@/test/support/actor';
import { CHAIN_RIGS, type ChainRig } from '@/test/support/chain-rigs';
import { createTestKey } from '@/test/support/factories';
import { fixedRates } from '@/test/support/fixed-rates';

describe.each(CHAIN_RIGS)('a refund on %s', (_name, open) => {
  let rig: ChainRig;
  let member: Member;
  beforeAll(async () => {
    rig = await open();
    member = await createTestActor(rig.base.db, rig.key.merchantId, 'member');
  });
  afterAll(() => rig?.close());

  const rowOf = async (id: string) => (await getRefund(rig.base.db, member, id)).row;
  const newAddress = async () => (await createTestKey(rig.base.db)).firstAddresses[0] ?? '';

  async function refund(address: string, txid: string | null = null): Promise<string> {
    const { id, address: paid } = await rig.create({ requiredConfirmations: 1 });
    await rig.chain.pay(paid, 100_000);
    await rig.chain.mine(1);
    await rig.settle();
    const { db } = rig.base;
    const deps = { db, rates: fixedRates(db), newPayments: rig.newPayments };
    const amount = { sats: toSats(40_000) };
    const request = { paymentId: id, amount, address, txid, confirmExcess: false };
    return (await createRefund(deps, member, request, rig.now())).id;
  }

  it('a refund is found in the mempool and in a block, with its fee', async () => {
    const address = await newAddress();
    const id = await refund(address);
    const txid = await rig.chain.pay(address, 40_000);
    await rig.settle();
    expect(await rowOf(id)).toMatchObject({ status: 'sent', txid });
    await rig.chain.mine(1);
    await rig.settle();
    expect(await rowOf(id)).toMatchObject({ status: 'confirmed', txid });
    expect((await rowOf(id)).feeSats).toBeGreaterThan(0);
  });

  it('a refund returns to ready when its transaction vanishes, and can be sent again', async () => {
    const address = await newAddress();
    const id = await refund(address);
    const txid = await rig.chain.pay(address, 40_000);
    await rig.settle();
    await rig.chain.replaceAway(txid);
    await rig.settle();
    rig.passTime(MEMPOOL_GRACE_MS);
    await rig.settle();
    expect(await rowOf(id)).toMatchObject({ status: 'ready', txid: null });
    const second = await rig.chain.pay(address, 40_000);
    await rig.chain.mine(1);
    await rig.settle();
    expect(await rowOf(id)).toMatchObject({ status: 'confirmed', txid: second });
  });

  it('a refund mined before it was recorded is found by its transaction id', async () => {
    const address = await newAddress();
    const txid = await rig.chain.pay(address, 40_000);
    await rig.chain.mine(3);
    await rig.settle();
    const id = await refund(address, txid);
    await rig.settle();
    expect(await rowOf(id)).toMatchObject({ status: 'confirmed', txid });
  });
});
