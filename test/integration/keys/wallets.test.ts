import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntry } from '@/db/schema/people';
import { createMerchant } from '@/lib/accounts/create-merchant';
import type { Member } from '@/lib/domain/actor';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, randomDescriptor } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const PATH = '/api/dashboard/wallets';

async function newOwner(): Promise<Member> {
  const { id } = await createMerchant(base.db, 'Shop', new Date());
  return createTestActor(base.db, id, 'owner');
}

function withOrigin(fingerprint: string): string {
  return randomDescriptor('regtest').replace('(', `([${fingerprint}/84h/1h/0h]`);
}

const add = (as: Member, descriptor: string, name: string) =>
  api.call({ path: PATH, as, body: { network: 'regtest', descriptor, name } });
const wallets = async (as: Member) => (await api.call({ path: PATH, as })).json.data;
const audited = ({ merchantId }: Member) =>
  base.db
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.merchantId, merchantId))
    .orderBy(desc(auditEntry.at));

test('a wallet can be added without an API key, with a name and the fingerprint of its device', async () => {
  const owner = await newOwner();
  const { json } = await add(owner, withOrigin('d34db33f'), '  Savings ');
  expect(await wallets(owner)).toEqual([
    expect.objectContaining({
      id: json.id,
      name: 'Savings',
      fingerprints: ['d34db33f'],
      next_index: 0,
      keys: [],
    }),
  ]);
  expect((await audited(owner))[0]).toMatchObject({
    action: 'wallet.add',
    subject: json.id,
    data: { name: 'Savings', network: 'regtest' },
  });
});

test('only the merchant who owns a wallet can create an API key with the wallet’s id', async () => {
  const owner = await newOwner();
  const { json } = await add(owner, withOrigin('d34db33f'), 'Savings');
  const settings = {
    ...{ name: 'Till', allow_custom_addresses: false, allow_management: false, allowed_ips: [] },
    ...{
      embed_origins: [],
      webhook_events: [],
      customer_mails: [],
      default_webhook_url: null,
      expires_at: null,
      allow_follow_ups: false,
    },
  };
  const create = (as: Member) => api.call({ path: `${PATH}/${json.id}/keys`, as, body: settings });
  expect((await create(await newOwner())).status).toBe(404);
  const made = await create(owner);
  const payment = await api.call({
    path: '/v1/btc/payments',
    key: made.json.api_key,
    body: { amount_sats: 1_000 },
  });
  const [shown] = await wallets(owner);
  expect(payment.json.address).toBe(shown.first_addresses[0]);
  expect(shown.keys).toEqual([{ id: made.json.id, name: 'Till', revoked: false }]);
});

test('a wallet can be renamed, with an audit entry, unless the name is empty or contains a secret', async () => {
  const owner = await newOwner();
  const { json } = await add(owner, withOrigin('0badcafe'), 'Before');
  const rename = (name: string) =>
    api.call({ method: 'PATCH', path: `${PATH}/${json.id}`, as: owner, body: { name } });
  for (const name of [' ', `L${'1'.repeat(51)}`, 'two\nlines']) {
    expect((await rename(name)).status).toBe(400);
  }
  await rename('After');
  await rename('After');
  expect((await wallets(owner))[0].name).toBe('After');
  const renames = (await audited(owner)).filter(({ action }) => action === 'wallet.rename');
  expect(renames).toEqual([
    expect.objectContaining({ subject: json.id, data: { name: 'After', from: 'Before' } }),
  ]);
});

test('another merchant can neither add the same wallet nor learn its name', async () => {
  const owner = await newOwner();
  const descriptor = withOrigin('0badcafe');
  await add(owner, descriptor, 'Secret stash');
  const again = await add(owner, descriptor, 'Again');
  expect(again.json.errors).toEqual([
    expect.objectContaining({ pointer: '/descriptor', code: 'already_added' }),
  ]);
  expect(again.json.detail).toContain('Secret stash');
  const stranger = await newOwner();
  const foreign = await add(stranger, descriptor, 'Mine');
  expect(foreign.json.errors[0].code).toBe('descriptor_in_use');
  expect(JSON.stringify(foreign.json)).not.toContain('Secret stash');
  expect(await wallets(stranger)).toEqual([]);
});

test('each merchant of a shared wallet has their own name for the wallet', async () => {
  const one = await createTestKey(base.db, { descriptor: withOrigin('d34db33f') });
  const two = await createTestKey(base.db, { descriptor: one.descriptor });
  const [first, second] = await Promise.all(
    [one, two].map(({ merchantId }) => createTestActor(base.db, merchantId, 'owner')),
  );
  if (!first || !second) throw new Error('there are two');
  const path = `${PATH}/${one.walletId}`;
  await api.call({ method: 'PATCH', path, as: first, body: { name: 'Ours' } });
  const names = await Promise.all([first, second].map(async (as) => (await wallets(as))[0].name));
  expect(names).toEqual(['Ours', 'Native segwit d34db33f']);
});

test('the preview of a descriptor has the fingerprint of each device, or null if the descriptor lacks it', async () => {
  const owner = await newOwner();
  const [a, b] = [randomDescriptor('regtest'), randomDescriptor('regtest')].map(
    (text) => /tpub\w+/.exec(text)?.[0],
  );
  const descriptor = `wsh(sortedmulti(2,[d34db33f/48h/1h/0h/2h]${a}/0/*,${b}/0/*))`;
  const path = '/api/dashboard/keys/preview';
  const { json } = await api.call({ path, as: owner, body: { network: 'regtest', descriptor } });
  expect(json.wallets[0].fingerprints).toEqual(['d34db33f', null]);
});

test('a file with one wallet adds that wallet, and a file with several wallets requires a choice', async () => {
  const owner = await newOwner();
  const [first, second] = [randomDescriptor('regtest'), randomDescriptor('regtest')];
  const file = (...all: readonly string[]) =>
    JSON.stringify({ descriptors: all.map((desc) => ({ desc, internal: false })) });
  const body = { network: 'regtest', descriptor: file(first, second) };
  const { json } = await api.call({ path: '/api/dashboard/keys/preview', as: owner, body });
  expect([json.source, json.wallets.length]).toEqual(['JSON with descriptors', 2]);
  const refused = await add(owner, file(first, second), 'Both');
  expect(refused.json.errors).toMatchObject([{ pointer: '/descriptor', code: 'several_wallets' }]);
  expect((await add(owner, file(second), 'One')).status).toBe(200);
  expect((await wallets(owner))[0].first_addresses).toEqual(json.wallets[1].addresses);
});
