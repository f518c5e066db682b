import { afterEach, beforeEach, expect, it } from 'vitest';
import { MEMPOOL_GRACE_MS } from '@/lib/chain/follow/read-mempool';
import { SourceError } from '@/lib/chain/source';
import { dropFromMempool } from '@/lib/chain/sources/sandbox/mempool';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { doubleSpend } from '@/lib/chain/sources/sandbox/replace-transaction';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import type { SourceFault } from '@/lib/domain/chain-condition';
import { toSats } from '@/lib/domain/sats';
import { openTestMerchant, type TestMerchant } from '@/test/support/test-merchant';

const HOUR_MS = 3_600_000;

let merchant: TestMerchant;
beforeEach(async () => {
  merchant = await openTestMerchant((base, clock) => createSandboxSource(base.db, clock));
});
afterEach(() => merchant.close());

/** Calls `run` while the chain's source fails with `fault`. */
async function without(fault: SourceFault, run: () => Promise<void>): Promise<void> {
  const honest = merchant.source;
  const tip = async () => {
    throw new SourceError(fault, 'no answer in this test');
  };
  merchant.source = { ...honest, tip };
  await run();
  merchant.source = honest;
}

it.each([
  { which: 'an earlier read', readSince: true },
  { which: 'the last read', readSince: false },
])(
  'even if the server’s clock was an hour fast during $which of the chain, an unreachable node causes no expiry',
  async ({ readSince }) => {
    merchant.passTime(HOUR_MS);
    await merchant.sync();
    merchant.passTime(-HOUR_MS);
    const { id, address } = await merchant.create({ expiresInSeconds: 300 });
    if (readSince) await merchant.sync();
    await without('unreachable', async () => {
      await payAddress(merchant.base.db, { address, sats: toSats(100_000) }, merchant.now());
      merchant.passTime(301_000);
      expect(await merchant.sync()).toMatchObject({ kind: 'failed' });
      expect(await merchant.payment(id)).toMatchObject({ status: 'pending' });
    });
    merchant.passTime(61_000);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected', flags: [] });
  },
);

it('after the server’s fast clock is corrected, a payment that is double-spent becomes pending until its expiry', async () => {
  merchant.stopClock();
  const { id, address } = await merchant.create({ expiresInSeconds: 300 });
  const paid = { address, sats: toSats(100_000) };
  const { txid } = await payAddress(merchant.base.db, paid, merchant.now());
  await merchant.sync();
  merchant.passTime(HOUR_MS);
  await merchant.sync();
  merchant.passTime(-HOUR_MS);
  await doubleSpend(merchant.base.db, { txid }, merchant.now());
  await merchant.sync();
  expect(await merchant.payment(id)).toMatchObject({ status: 'pending', flags: ['replaced'] });
});

it('a chain read that failed while the server’s clock was two hours fast does not delay the next read', async () => {
  await merchant.sync();
  merchant.passTime(2 * HOUR_MS);
  await without('loading', async () => {
    expect(await merchant.sync()).toMatchObject({ kind: 'failed' });
  });
  merchant.passTime(-2 * HOUR_MS);
  expect(await merchant.sync()).toMatchObject({ kind: 'read', complete: true });
});

it('a transaction that disappears while the server’s clock is fast is dropped a minute after the clock is corrected', async () => {
  merchant.stopClock();
  const { id, address } = await merchant.create();
  const paid = { address, sats: toSats(100_000) };
  const { txid } = await payAddress(merchant.base.db, paid, merchant.now());
  await merchant.sync();
  await dropFromMempool(merchant.base.db, [txid]);
  merchant.passTime(24 * HOUR_MS);
  await merchant.sync();
  merchant.passTime(-24 * HOUR_MS);
  await merchant.sync();
  merchant.passTime(MEMPOOL_GRACE_MS - 1);
  await merchant.sync();
  expect(await merchant.payment(id)).toMatchObject({ status: 'detected' });
  merchant.passTime(1);
  await merchant.sync();
  expect(await merchant.payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
});
