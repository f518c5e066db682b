import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntry } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { deriveReceive } from '@/test/support/derive-receive';
import { createTestKey, randomDescriptor, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' });
const key = await createTestKey(base.db);

const LAST = 2 ** 31 - 1;

async function ask(of: TestKey, index: number | string, role: 'owner' | 'member' | 'viewer') {
  const as = await createTestActor(base.db, key.merchantId, role);
  const path = `/api/dashboard/wallets/${of.actor.walletId}/address?index=${index}`;
  return api.call({ path, as });
}

test.each(['owner', 'member'] as const)(
  'the %s of a merchant gets the wallet’s address at any index',
  async (role) => {
    for (const index of [0, 7, LAST]) {
      const { status, json } = await ask(key, index, role);
      const { address } = deriveReceive(key.descriptor, 'regtest', index);
      expect([status, json]).toEqual([
        200,
        {
          name: 'Native segwit',
          network: 'regtest',
          kind: 'wpkh',
          index,
          address,
          keys: [{ fingerprint: null, path: `…/0/${index}` }],
          next_index: 0,
          last_index: LAST,
          first_addresses: key.firstAddresses,
          compared: null,
        },
      ]);
    }
  },
);

test('the wallet shows a payment’s address at the index that the payment used', async () => {
  const { json: made } = await api.call({
    path: '/v1/btc/payments',
    key: key.apiKey,
    body: { amount_sats: 5_000 },
  });
  const { json } = await ask(key, 0, 'member');
  expect([json.address, json.next_index]).toEqual([made.address, 1]);
});

test('a multisig wallet shows a path for each cosigner', async () => {
  const [a, b] = [randomDescriptor('regtest'), randomDescriptor('regtest')].map(
    (text) => /tpub\w+/.exec(text)?.[0],
  );
  const descriptor = `wsh(sortedmulti(2,[d34db33f/48h/1h/0h/2h]${a}/0/*,[0badcafe/48h/1h/1h/2h]${b}/0/*))`;
  const shared = await createTestKey(base.db, { merchantId: key.merchantId, descriptor });
  const { json } = await ask(shared, 3, 'viewer');
  expect(json.keys).toEqual([
    { fingerprint: 'd34db33f', path: 'm/48h/1h/0h/2h/0/3' },
    { fingerprint: '0badcafe', path: 'm/48h/1h/1h/2h/0/3' },
  ]);
});

test('a viewer gets only the first addresses of a wallet, since later ones would reveal future payments', async () => {
  const { json } = await ask(key, 4, 'viewer');
  expect(json).toMatchObject({ index: 4, last_index: 4 });
  const { status, json: problem } = await ask(key, 5, 'viewer');
  expect([status, problem.code]).toEqual([403, 'forbidden']);
});

test.each([LAST + 1, -1, '1.5', 'x'])(
  'a request for the address index %s is rejected',
  async (index) => {
    const { status, json } = await ask(key, index, 'owner');
    expect([status, json.errors[0].pointer]).toEqual([400, 'index']);
  },
);

test('a wallet of another merchant is not found', async () => {
  const other = await createTestKey(base.db);
  expect((await ask(other, 0, 'owner')).status).toBe(404);
});

test('only members can record that a hardware device shows the same address', async () => {
  const { merchantId, walletId, descriptor: own } = await createTestKey(base.db);
  const path = `/api/dashboard/wallets/${walletId}`;
  const compare = async (as: Member) =>
    (await api.call({ method: 'POST', path: `${path}/compare`, body: { index: 3 }, as })).status;
  const member = await createTestActor(base.db, merchantId, 'member');
  const stranger = await createTestActor(base.db, key.merchantId, 'owner');
  const compared = async () =>
    (await api.call({ path: `${path}/address?index=0`, as: member })).json.compared;
  expect(await compare(await createTestActor(base.db, merchantId, 'viewer'))).toBe(403);
  expect(await compare(stranger)).toBe(404);
  expect(await compared()).toBeNull();
  expect(await compare(member)).toBe(200);
  const { address } = deriveReceive(own, 'regtest', 3);
  const by = expect.stringContaining('@');
  const record = { at: expect.any(String), by, index: 3 };
  expect(await compared()).toEqual({ ...record, address });
  const { json } = await api.call({ path: '/api/dashboard/wallets', as: member });
  expect(json.data[0].compared).toEqual(record);
  const entries = await base.db.select().from(auditEntry).where(eq(auditEntry.subject, walletId));
  expect(entries).toMatchObject([
    { action: 'wallet.compare', userId: member.userId, data: { index: 3, address } },
  ]);
});
