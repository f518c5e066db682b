import { randomBytes } from 'node:crypto';
import { address as addresses } from 'bitcoinjs-lib';
import { expect } from 'vitest';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { toSats } from '@/lib/domain/sats';
import type { TestMerchant } from './test-merchant';

/**
 * Returns functions for payments to customer-provided addresses. The merchant's server must follow
 * the sandbox.
 */
export function customAddressHelpers(merchant: () => TestMerchant) {
  const newAddress = () => addresses.toBech32(randomBytes(20), 0, 'bcrt');
  const pay = async (address: string, sats = 100_000) =>
    (await payAddress(merchant().base.db, { address, sats: toSats(sats) }, merchant().now())).txid;
  const mineBlocks = (blocks: number) =>
    simulateMining(merchant().base.db, { blocks }, merchant().now());
  const fork = (blocks: number, remine: boolean) =>
    reorg(merchant().base.db, { blocks, remine }, merchant().now());

  async function create(destinationAddress: string, requiredConfirmations = 1) {
    merchant().passTime(1);
    const { id } = await merchant().create({ destinationAddress, requiredConfirmations });
    return id;
  }

  async function standing(id: string) {
    await merchant().sync();
    return merchant().payment(id);
  }

  async function twoPayments() {
    const address = newAddress();
    const first = await create(address);
    const txid = await pay(address);
    await mineBlocks(1);
    expect(await standing(first)).toMatchObject({ status: 'confirmed' });
    return { address, first, second: await create(address), txid };
  }

  return { newAddress, pay, mineBlocks, fork, create, standing, twoPayments };
}
