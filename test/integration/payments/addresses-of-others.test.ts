import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { insertPayment, insertPayments } from '@/lib/payments/insert-payments';
import { newPaymentRow } from '@/lib/payments/payment-row';
import { createTestApi } from '@/test/support/api';
import { customAddressHelpers } from '@/test/support/custom-address-helpers';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { waitForLockWaiters } from '@/test/support/lock-waits';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { PLAIN_TERMS } from '@/test/support/plain-terms';
import { openTestMerchant } from '@/test/support/test-merchant';

const merchant = await openForTestFile(
  openTestMerchant(({ db }, clock) => createSandboxSource(db, clock)),
);
await merchant.sync();
const { base } = merchant;
const api = createTestApi(base);
const other = await createTestKey(base.db, { allowCustomAddresses: true });
const { newAddress, pay, mineBlocks, create, standing } = customAddressHelpers(() => merchant);

const createForOther = (address: string, { apiKey } = other) =>
  api.call({
    path: '/v1/btc/payments',
    key: apiKey,
    body: { amount_sats: 5_000, destination_address: address },
  });

const REFUSED = {
  status: 409,
  json: {
    code: 'address_in_use',
    detail:
      'Another payment has this destination_address. If it is one of yours, wait until it ends or cancel it; else use another address.',
  },
};

/** Needs no tip from a source, because two creations must start nearly at the same time. */
function draftTo(script: string, key: TestKey) {
  const destination = {
    address: script,
    script,
    walletId: null,
    derivationIndex: null,
    watchFromHeight: 0,
    watchAfterHash: null,
  };
  return newPaymentRow(key.actor, PLAIN_TERMS, destination, merchant.now());
}

test('a late output to a customer-provided address counts for the merchant who used the address first', async () => {
  const address = newAddress();
  const first = await create(address);
  await merchant.cancel(first);
  expect(await createForOther(address)).toMatchObject(REFUSED);
  await pay(address, 100_000);
  await mineBlocks(1);
  expect(await standing(first)).toMatchObject({
    status: 'confirmed',
    flags: ['late'],
    received_sats: 100_000,
  });
});

test('the error for an address of another merchant is the same whether that merchant’s payment is active or ended', async () => {
  const address = newAddress();
  const first = await create(address);
  const { request_id: _, ...active } = (await createForOther(address)).json;
  await merchant.cancel(first);
  const { request_id: __, ...ended } = (await createForOther(address)).json;
  expect(ended).toEqual(active);
});

test('a bech32 address is recognized in upper and lower case', async () => {
  const address = newAddress();
  await merchant.cancel(await create(address.toUpperCase()));
  expect(await createForOther(address)).toMatchObject(REFUSED);
  expect(await createForOther(address.toUpperCase())).toMatchObject(REFUSED);
});

test('after a payment has ended, every API key of its merchant can use the address again', async () => {
  const address = newAddress();
  await merchant.cancel(await create(address));
  const sibling = await createTestKey(base.db, {
    merchantId: merchant.key.actor.merchantId,
    allowCustomAddresses: true,
  });
  expect(await createForOther(address, sibling)).toMatchObject({ status: 201 });
});

test('an address of a shared wallet belongs to the merchant who first used the address', async () => {
  const { address, id } = await merchant.create();
  await merchant.cancel(id);
  const sharing = await createTestKey(base.db, {
    descriptor: merchant.key.descriptor,
    allowCustomAddresses: true,
  });
  expect(sharing.walletId).toBe(merchant.key.walletId);
  expect(await createForOther(address, sharing)).toMatchObject(REFUSED);
});

test('when two merchants concurrently create payments to one address, exactly one succeeds', async () => {
  const addresses = Array.from({ length: 20 }, newAddress);
  const pairs = await Promise.all(
    addresses.map((address) =>
      Promise.allSettled([
        create(address),
        createForOther(address).then(({ status }) => (status === 201 ? true : Promise.reject())),
      ]),
    ),
  );
  const winners = pairs.map((both) => both.filter(({ status }) => status === 'fulfilled').length);
  expect(winners).toEqual(addresses.map(() => 1));
});

test('another merchant’s address is refused, even if that merchant’s payment ends during the create request', async () => {
  const script = `0014${'ab'.repeat(20)}`;
  const first = draftTo(script, merchant.key);
  const waiting = await base.db.transaction(async (tx) => {
    await insertPayments(tx, merchant.key.actor, [{ draft: first }]);
    const second = insertPayment(base.db, other.actor, { draft: draftTo(script, other) }).catch(
      (error: unknown) => error,
    );
    await waitForLockWaiters('the second create waits', base.db);
    await tx
      .update(payment)
      .set({ status: 'canceled', holdsAddress: false })
      .where(eq(payment.id, first.id));
    return { second };
  });
  expect(await waiting.second).toMatchObject({ code: 'address_in_use' });
});
