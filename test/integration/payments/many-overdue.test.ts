import { expect, it } from 'vitest';
import type { ChainSource } from '@/lib/chain/source';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { syncChain } from '@/lib/payments/sync-chain';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openTestMerchant } from '@/test/support/test-merchant';

/** These are more payments than one chain read passes to the source. */
const PAYMENTS = 1_050;

const merchant = await openForTestFile(
  openTestMerchant(({ db }, clock) => createSandboxSource(db, clock)),
);
await merchant.sync();

function askingOneByOne(source: ChainSource, asked: Set<string>): ChainSource {
  return {
    ...source,
    mempool: async (open) => {
      for (const { address } of await open()) asked.add(address);
      return { transactions: [], has: async () => undefined, done: () => {} };
    },
  };
}

it('if a chain read covers only some overdue payments, only those payments expire', async () => {
  const asked = new Set<string>();
  merchant.source = askingOneByOne(merchant.source, asked);
  const payments: PaymentResponse[] = [];
  for (let n = 0; n < PAYMENTS; n += 50) {
    merchant.passTime(1);
    const some = Array.from({ length: 50 }, () => merchant.create({ expiresInSeconds: 300 }));
    payments.push(...(await Promise.all(some)));
  }
  const expired = async () => {
    const all = await Promise.all(payments.map(({ id }) => merchant.payment(id)));
    return all.flatMap(({ status, address }) => (status === 'expired' ? [address] : []));
  };
  merchant.passTime(301_000);
  // The jobs do not wait for each other, so the chain can be read twice before payments expire.
  await syncChain(merchant.base.database, 'regtest', merchant.source, merchant.now);
  await merchant.sync();
  const first = await expired();
  expect(first.length).toBeGreaterThanOrEqual(950);
  expect(first.filter((address) => !asked.has(address))).toEqual([]);
  await merchant.sync();
  expect(await expired()).toHaveLength(PAYMENTS);
  expect(asked.size).toBe(PAYMENTS);
});
