import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandboxSource } from '@/lib/chain/sandbox/source';
import type { ChainSource } from '@/lib/chain/source';
import type { PaymentAnswer } from '@/lib/http/answers/payment';
import { syncChain } from '@/lib/payments/sync-chain';
import { openTestMerchant, type TestMerchant } from '@/test/support/test-merchant';

/** More than a source gets at once. */
const PAYMENTS = 1_050;

let till: TestMerchant;
beforeAll(async () => {
  till = await openTestMerchant(({ db }, clock) => createSandboxSource(db, clock));
  await till.sync();
});
afterAll(() => till.close());

/** A source that looks up address by address, and covers each address that it gets. */
function askingOneByOne(source: ChainSource, asked: Set<string>): ChainSource {
  return {
    ...source,
    mempool: async (open) => {
      for (const { address } of await open()) asked.add(address);
      return { transactions: [], has: async () => undefined, done: () => {} };
    },
  };
}

it('of more overdue payments than one read covers, those covered expire, until all have', async () => {
  const asked = new Set<string>();
  till.source = askingOneByOne(till.source, asked);
  const payments: PaymentAnswer[] = [];
  for (let n = 0; n < PAYMENTS; n += 50) {
    till.passTime(1);
    const some = Array.from({ length: 50 }, () => till.create({ expiresInSeconds: 300 }));
    payments.push(...(await Promise.all(some)));
  }
  const expired = async () => {
    const all = await Promise.all(payments.map(({ id }) => till.payment(id)));
    return all.flatMap(({ status, address }) => (status === 'expired' ? [address] : []));
  };
  till.passTime(301_000);
  // Two reads before anything expires: the jobs do not wait for each other.
  await syncChain(till.base.database, 'regtest', till.source, till.now);
  await till.sync();
  const first = await expired();
  expect(first.length).toBeGreaterThanOrEqual(950);
  expect(first.filter((address) => !asked.has(address))).toEqual([]);
  await till.sync();
  expect(await expired()).toHaveLength(PAYMENTS);
  expect(asked.size).toBe(PAYMENTS);
});
