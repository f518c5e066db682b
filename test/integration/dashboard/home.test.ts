import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { wallet } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import { createMerchant } from '@/lib/accounts/create-merchant';
import { type Member, OPERATOR } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import { toSats } from '@/lib/domain/sats';
import { addWallet } from '@/lib/keys/add-wallet';
import { listWallets } from '@/lib/keys/list-wallets';
import { recordDeviceComparison } from '@/lib/keys/record-device-comparison';
import { revokeKey } from '@/lib/keys/revoke-key';
import { withSeal } from '@/lib/keys/seal';
import { walletsNearGap } from '@/lib/keys/wallets-near-gap';
import { newPaymentRow } from '@/lib/payments/payment-row';
import { readHome } from '@/lib/payments/views/home';
import { countDecisions } from '@/lib/payments/views/inbox';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, randomDescriptor, type TestKey } from '@/test/support/factories';
import { NO_CHAIN_SETTINGS as kinds } from '@/test/support/no-chain-settings';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { PLAIN_TERMS } from '@/test/support/plain-terms';

const base = await openForTestFile(createTestDatabase());
const key = await createTestKey(base.db);
const viewer = await createTestActor(base.db, key.merchantId, 'viewer');
const stranger = await createTestActor(base.db, (await createTestKey(base.db)).merchantId, 'owner');

const TERMS = {
  ...PLAIN_TERMS,
  amount: toSats(1_000),
  requiredConfirmations: 1,
};

async function add(
  of: TestKey,
  change: Partial<typeof payment.$inferInsert>,
  index?: number,
): Promise<string> {
  const at = new Date('2026-05-01T00:00:00Z');
  const destination = {
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    script: `0014${randomBytes(20).toString('hex')}`,
    walletId: index === undefined ? null : of.walletId,
    derivationIndex: index ?? null,
    watchFromHeight: 0,
    watchAfterHash: null,
  };
  const row = newPaymentRow(of.actor, TERMS, destination, at);
  await base.db.insert(payment).values(withSeal('payment', { ...row, ...change } as typeof row));
  return row.id;
}

const read = (actor: Member, network?: 'regtest' | 'signet', now = new Date()) =>
  readHome(base.db, actor, { network, kinds }, now);

test('for the chosen network, Home shows active payments with unconfirmed money as arriving', async () => {
  const signet = await createTestKey(base.db, { merchantId: key.merchantId, network: 'signet' });
  await add(key, { status: 'detected', receivedSats: toSats(700) });
  await add(key, { status: 'pending', receivedSats: toSats(3), flags: ['underpaid'] });
  await add(key, { status: 'pending' });
  await add(key, { status: 'expired', receivedSats: toSats(9) });
  await add(signet, { status: 'detected', receivedSats: toSats(5_000_000_000) });
  const regtest = await read(viewer, 'regtest');
  expect(regtest).toMatchObject({ networks: ['signet', 'regtest'], network: 'regtest' });
  expect(regtest.arriving).toMatchObject({ count: 2, unpaid: 1 });
  const received = regtest.arriving.payments.map(({ receivedSats }) => receivedSats);
  expect(received.sort()).toEqual([3, 700]);
  expect((await read(viewer, 'signet')).arriving).toMatchObject({ count: 1, unpaid: 0 });
  expect((await read(stranger)).arriving).toMatchObject({ count: 0, payments: [] });
});

test('Home lists a payment that needs a decision until it is marked as done or the missing amount arrives', async () => {
  const merchant = await createTestKey(base.db);
  const actor = await createTestActor(base.db, merchant.merchantId, 'member');
  const late = { status: 'confirmed', receivedSats: toSats(1_000) } as const;
  await add(merchant, { ...late, flags: ['late'] });
  await add(merchant, { ...late, flags: ['late'], handled: ['late'] });
  const part = { status: 'expired', receivedSats: toSats(400) } as const;
  const short = await add(merchant, { ...part, flags: ['underpaid'] });
  const reasons = async () =>
    (await read(actor)).inbox.decisions.flatMap((decision) => decision.reasons).sort();
  expect(await reasons()).toEqual(['late', 'underpaid']);
  expect((await read(actor)).inbox.paymentCount).toBe(2);
  await add(merchant, { status: 'detected', followsPaymentId: short });
  expect(await reasons()).toEqual(['late']);
  expect((await read(stranger)).inbox.paymentCount).toBe(0);
  const { count } = (await read(actor)).inbox;
  expect(await countDecisions(base.db, actor, kinds, new Date())).toBe(count);
});

test('a new merchant sees the setup steps until they receive real bitcoin', async () => {
  const empty = await createMerchant(base.db, 'New', new Date());
  const nobody = await createTestActor(base.db, empty.id, 'owner');
  const done = async () =>
    Object.entries((await read(nobody)).setup?.steps ?? { all: true })
      .filter(([, isDone]) => isDone)
      .map(([name]) => name);
  expect(await done()).toEqual([]);
  const descriptor = randomDescriptor('regtest');
  const typed = { name: 'Main', network: 'regtest', descriptor } as const;
  const walletId = await addWallet(base.db, nobody, typed, new Date());
  expect(await done()).toEqual(['wallet']);
  expect((await read(nobody)).setup).toMatchObject({ walletId, hasKey: false });
  await recordDeviceComparison(base.db, nobody, walletId, 0, new Date());
  expect(await done()).toEqual(['wallet', 'compared']);
  expect((await read(nobody)).setup?.comparedBy).toMatch(/@/);
  const test = await createTestKey(base.db, { merchantId: empty.id, descriptor });
  expect((await read(nobody)).setup).toMatchObject({ walletId, hasKey: true });
  await changeMerchantSetting(base.db, nobody, 'displayCurrency', 'EUR' as Currency, new Date());
  expect(await done()).toEqual(['wallet', 'compared', 'currency']);
  await add(test, { status: 'confirmed', confirmedAt: new Date() });
  const live = await createTestKey(base.db, { merchantId: empty.id, network: 'mainnet' });
  // A wallet for real bitcoin must be compared with its device, even if another wallet was compared
  // before.
  expect(await done()).toEqual(['wallet', 'currency', 'order', 'live']);
  expect((await read(nobody)).setup).toMatchObject({ walletId: live.walletId });
  await recordDeviceComparison(base.db, nobody, live.walletId, 2, new Date());
  expect(await done()).toEqual(['wallet', 'compared', 'currency', 'order', 'live']);
  await add(live, { status: 'confirmed', confirmedAt: new Date() });
  expect(await done()).toEqual(['all']);
});

test('API keys that share a wallet are counted together in the figures of the wallet', async () => {
  const merchant = await createTestKey(base.db);
  const same = await createTestKey(base.db, { descriptor: merchant.descriptor });
  const actor = await createTestActor(base.db, merchant.merchantId, 'member');
  const only = async () => {
    const wallets = await listWallets(base.db, actor, new Date());
    expect(wallets).toHaveLength(1);
    return wallets[0];
  };
  expect(await only()).toMatchObject({
    id: merchant.walletId,
    network: 'regtest',
    kind: 'wpkh',
    descriptor: merchant.descriptor,
    nextIndex: 0,
    lastPaidIndex: null,
    unusedRun: 0,
    longestGap: 0,
    gapLimit: 20,
    firstAddresses: merchant.firstAddresses,
    keys: [{ id: merchant.id, name: 'API key', revoked: false }],
  });
  const paid = { receivedSats: toSats(1) };
  await add(merchant, paid, 2);
  await add(same, paid, 5);
  await add(merchant, {}, 6);
  await base.db.update(wallet).set({ nextIndex: 30 }).where(eq(wallet.id, merchant.walletId));
  expect(await only()).toMatchObject({ lastPaidIndex: 5, unusedRun: 24, longestGap: 2 });
});

test('a wallet is near its gap limit after 15 unused addresses in a row', async () => {
  const merchant = await createTestKey(base.db, { name: 'Web' });
  const actor = await createTestActor(base.db, merchant.merchantId, 'viewer');
  const handOut = (nextIndex: number) =>
    base.db.update(wallet).set({ nextIndex }).where(eq(wallet.id, merchant.walletId));
  const near = () => walletsNearGap(base.db, actor, new Date());
  await handOut(14);
  expect(await near()).toEqual([]);
  await handOut(16);
  expect(await near()).toEqual([
    { id: merchant.walletId, keyNames: ['Web'], unusedRun: 16, gapLimit: 20 },
  ]);
  await add(merchant, { receivedSats: toSats(1) }, 10);
  expect(await near()).toEqual([]);
  await handOut(26);
  expect(await near()).toMatchObject([{ unusedRun: 15 }]);
  expect(await walletsNearGap(base.db, stranger, new Date())).toEqual([]);
});

test('Home lists a key only if it expires within a week and is not revoked', async () => {
  const { merchantId } = await createTestKey(base.db);
  const actor = await createTestActor(base.db, merchantId, 'viewer');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const soon = await createTestKey(base.db, { merchantId, name: 'Soon', expiresAt: inDays(6) });
  const revoked = await createTestKey(base.db, { merchantId, expiresAt: inDays(6) });
  await createTestKey(base.db, { merchantId, expiresAt: inDays(8) });
  await revokeKey(base.db, OPERATOR, revoked.id, new Date());
  const { notices } = (await read(actor)).inbox;
  expect(notices.expiring).toEqual([{ id: soon.id, name: 'Soon', expiresAt: expect.any(Date) }]);
});
