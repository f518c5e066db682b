import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { wallet } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { createMerchant } from '@/lib/accounts/create-merchant';
import { OPERATOR } from '@/lib/domain/actor';
import { toSats } from '@/lib/domain/sats';
import { listWallets } from '@/lib/keys/list-wallets';
import { revokeKey } from '@/lib/keys/revoke-key';
import { walletsNearGap } from '@/lib/keys/wallets-near-gap';
import { newPaymentRow } from '@/lib/payments/payment-row';
import { readOverview } from '@/lib/payments/views/overview';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { forFile } from '@/test/support/for-file';
import { PLAIN_TERMS } from '@/test/support/plain-terms';
import { UNREAD_CHAINS as kinds } from '@/test/support/unread-chains';

const base = await forFile(createTestDatabase());
const key = await createTestKey(base.db);
const viewer = await createTestActor(base.db, key.merchantId, 'viewer');
const stranger = await createTestActor(base.db, (await createTestKey(base.db)).merchantId, 'owner');

const TERMS = {
  ...PLAIN_TERMS,
  amount: toSats(1_000),
  requiredConfirmations: 1,
};

async function add(of: TestKey, change: Partial<typeof payment.$inferInsert>, index?: number) {
  const at = new Date('2026-05-01T00:00:00Z');
  const destination = {
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    script: `0014${randomBytes(20).toString('hex')}`,
    walletId: index === undefined ? null : of.walletId,
    derivationIndex: index ?? null,
    watchFromHeight: 0,
    watchAfterHash: null,
  };
  await base.db
    .insert(payment)
    .values({ ...newPaymentRow(of.actor, TERMS, destination, at), ...change });
}

test('amounts cover one network of the merchant', async () => {
  const signet = await createTestKey(base.db, { merchantId: key.merchantId, network: 'signet' });
  await add(key, { status: 'detected', receivedSats: toSats(700) });
  await add(signet, { status: 'detected', receivedSats: toSats(5_000_000_000) });
  const now = new Date('2026-05-03T13:00:00Z');
  const of = (network?: 'regtest' | 'signet', actor = viewer) =>
    readOverview(base.db, actor, { network, kinds }, now);
  expect(await of('regtest')).toMatchObject({
    networks: ['signet', 'regtest'],
    network: 'regtest',
    awaiting: { sats: 700, payments: 1 },
    anyPayment: true,
  });
  expect(await of('signet')).toMatchObject({ awaiting: { sats: 5_000_000_000, payments: 1 } });
  expect(await of(undefined, stranger)).toMatchObject({
    networks: ['regtest'],
    awaiting: { sats: 0 },
    failing: [],
    anyPayment: false,
  });
});

test('a merchant without a key has an overview', async () => {
  const empty = await createMerchant(base.db, 'New', new Date());
  const nobody = await createTestActor(base.db, empty.id, 'owner');
  const now = new Date();
  const overview = await readOverview(base.db, nobody, { kinds }, now);
  expect(overview).toMatchObject({ networks: [], network: undefined, anyPayment: false });
});

test('a wallet has its next index, its unused run and its longest gap, across all keys', async () => {
  const merchant = await createTestKey(base.db);
  const same = await createTestKey(base.db, { descriptor: merchant.descriptor });
  const actor = await createTestActor(base.db, merchant.merchantId, 'member');
  const only = async () => {
    const wallets = await listWallets(base.db, actor);
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

test('a key that expires within a week is listed, and a revoked or longer-lived key is not', async () => {
  const { merchantId } = await createTestKey(base.db);
  const actor = await createTestActor(base.db, merchantId, 'viewer');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const soon = await createTestKey(base.db, { merchantId, name: 'Soon', expiresAt: inDays(6) });
  const revoked = await createTestKey(base.db, { merchantId, expiresAt: inDays(6) });
  await createTestKey(base.db, { merchantId, expiresAt: inDays(8) });
  await revokeKey(base.db, OPERATOR, revoked.id, new Date());
  const { expiring } = await readOverview(base.db, actor, { kinds }, new Date());
  expect(expiring).toEqual([{ id: soon.id, name: 'Soon', expiresAt: expect.any(Date) }]);
});
