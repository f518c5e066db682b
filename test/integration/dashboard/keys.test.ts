import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { apiKey } from '@/db/schema/accounts';
import { createMerchant } from '@/lib/accounts/create-merchant';
import type { ParseOptions } from '@/lib/bitcoin/descriptor';
import { type Actor, type Member, OPERATOR } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { authenticateApiKey } from '@/lib/keys/authenticate-api-key';
import { createKey } from '@/lib/keys/create-key';
import { listKeys } from '@/lib/keys/list-keys';
import { previewWallets, type WalletPreview } from '@/lib/keys/preview-addresses';
import { revealSigningSecret } from '@/lib/keys/reveal-signing-secret';
import { revokeKey } from '@/lib/keys/revoke-key';
import { rotateKey } from '@/lib/keys/rotate-key';
import { rotateSigningSecret } from '@/lib/keys/rotate-signing-secret';
import { updateKey } from '@/lib/keys/update-key';
import { sendTest } from '@/lib/webhooks/delivery/send-test';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { randomDescriptor, testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

let owner: Member;
let member: Member;
let viewer: Member;
let stranger: Member;

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);

beforeAll(async () => {
  const own = await createMerchant(base.db, 'Acme', new Date());
  const other = await createMerchant(base.db, 'Other', new Date());
  owner = await createTestActor(base.db, own.id, 'owner');
  member = await createTestActor(base.db, own.id, 'member');
  viewer = await createTestActor(base.db, own.id, 'viewer');
  stranger = await createTestActor(base.db, other.id, 'owner');
});

const NEW = { network: 'regtest', name: 'Shop' } as const;
const create = (request = {}, actor: Actor = owner, now = new Date()) =>
  createKey(
    base.db,
    testVault,
    actor,
    {
      ...NEW,
      merchantId: actor.kind === 'operator' ? owner.merchantId : actor.merchantId,
      descriptor: randomDescriptor('regtest'),
      ...request,
    },
    now,
  );
const works = async (key: string) =>
  (await api.call({ path: '/v1/btc/payments?from=0&to=1', key })).status === 200;
const refusal = async (asked: Promise<unknown>) =>
  asked.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  );
const fieldsOf = async (asked: Promise<unknown>) =>
  asked.then(
    () => [],
    (error: unknown) => (error instanceof Problem ? (error.errors ?? []) : []),
  );

test('an owner creates a working key with all of its settings in one form', async () => {
  const key = await create({
    allowedIps: ['192.0.2.1/24', ' 192.0.2.0/24 ', ''],
    embedOrigins: ['https://Shop.example/', 'https://shop.example'],
    expiresAt: new Date(Date.now() + 3_600_000),
    allowCustomAddresses: true,
  });
  expect(await works(key.apiKey)).toBe(true);
  const [shown] = (await listKeys(base.db, viewer, new Date())).filter(({ id }) => id === key.id);
  expect(shown).toMatchObject({
    name: 'Shop',
    network: 'regtest',
    state: 'active',
    allowedIps: ['192.0.2.0/24'],
    embedOrigins: ['https://shop.example'],
    allowCustomAddresses: true,
    previous: [],
    previousSigningUntil: null,
  });
  expect(key.apiKey.startsWith(shown?.prefix ?? '-')).toBe(true);
  expect(JSON.stringify(shown)).not.toContain(key.apiKey);
  expect(JSON.stringify(shown)).not.toContain(key.signingSecret);
});

test('all invalid settings are reported together, each with the name of its field', async () => {
  const errors = await fieldsOf(
    create({
      name: ' ',
      allowedIps: ['10.0.0.0/8', 'office'],
      embedOrigins: ['https://shop.example/path'],
      expiresAt: new Date(0),
    }),
  );
  const pointers = errors.map(({ pointer }) => pointer);
  expect(pointers).toEqual(['/name', '/allowed_ips', '/embed_origins', '/expires_at']);
});

test('the error for an unusable descriptor appears at its field and does not quote the descriptor', async () => {
  const secret =
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
  for (const asked of [
    () => create({ descriptor: `wpkh(${secret}/0/*)` }),
    async () => previewWallets(owner, 'regtest', secret),
  ]) {
    const [error] = await fieldsOf(asked());
    expect(error).toMatchObject({ pointer: '/descriptor', code: 'private_key' });
    expect(error?.message).not.toContain(secret.slice(0, 20));
  }
});

const newOwner = async () =>
  createTestActor(base.db, (await createMerchant(base.db, 'New', new Date())).id);

test('another merchant’s descriptor is rejected in every notation, unless the operator shares it', async () => {
  const [holder, rival] = [await newOwner(), await newOwner()];
  const descriptor = randomDescriptor('regtest');
  const first = await create({ descriptor }, holder);
  const second = await create({ descriptor }, rival).catch((error: unknown) => error);
  expect(second).toMatchObject({ code: 'invalid_request' });
  expect((second as Problem).errors).toMatchObject([
    { pointer: '/descriptor', code: 'descriptor_in_use' },
  ]);
  await revokeKey(base.db, holder, first.id, new Date());
  const other = descriptor.replace('wpkh(', 'wpkh([d34db33f/84h/1h/0h]');
  expect(await refusal(create({ descriptor: other }, rival))).toBe('invalid_request');
  expect((await create({ descriptor: other }, holder)).walletId).toBe(first.walletId);

  const merchantId = rival.merchantId;
  const shared = await create({ descriptor, merchantId }, OPERATOR);
  expect(shared.walletId).toBe(first.walletId);
  expect((await create({ descriptor }, rival)).walletId).toBe(first.walletId);
});

test('only one of two merchants who concurrently use a new descriptor gets the wallet', async () => {
  const [first, second] = [await newOwner(), await newOwner()];
  for (let round = 0; round < 5; round += 1) {
    const descriptor = randomDescriptor('regtest');
    const both = await Promise.allSettled([first, second].map((by) => create({ descriptor }, by)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  }
});

const only = async (text: string, options: ParseOptions = {}) =>
  (await previewWallets(owner, 'signet', text, options)).wallets[0] as WalletPreview;

test('the preview shows the first five payment addresses, and warns about a descriptor for change addresses', async () => {
  const descriptor = randomDescriptor('signet');
  const preview = await only(descriptor);
  expect([preview.kind, preview.addresses.length]).toEqual(['wpkh', 5]);
  const created = await create({ network: 'signet', descriptor });
  expect(created.firstAddresses).toEqual(preview.addresses);
  const bare = await only(/\((tpub\w+)/.exec(descriptor)?.[1] ?? '', { addressType: 'tr' });
  expect([bare.kind, bare.note]).toEqual(['tr', expect.stringContaining('Some exchanges')]);
  const change = await only(descriptor.replace(/0\/\*.*/, '<1;0>/*)'));
  expect([preview.warning, change.warning?.includes('for change')]).toEqual([null, true]);
});

test('a rotated secret stays valid during the overlap, and the list of keys shows when the overlap ends', async () => {
  const key = await create();
  const now = new Date();
  const rotated = await rotateKey(base.db, owner, key.id, 3_600, now);
  expect([await works(key.apiKey), await works(rotated.apiKey)]).toEqual([true, true]);
  const secret = await rotateSigningSecret(base.db, testVault, owner, key.id, 60, now);
  const [shown] = (await listKeys(base.db, viewer, now)).filter(({ id }) => id === key.id);
  expect(shown?.previous).toEqual([
    { prefix: key.apiKey.slice(0, shown?.prefix.length), validUntil: rotated.previousValidUntil },
  ]);
  expect(shown?.previousSigningUntil).toEqual(secret.previousValidUntil);
  const revealed = await revealSigningSecret(base.db, testVault, owner, key.id, now);
  expect(revealed).toBe(secret.signingSecret);
});

test('a revoked key stops working immediately, stays listed, and can be neither rotated nor changed', async () => {
  const key = await create();
  const { revokedAt } = await revokeKey(base.db, owner, key.id, new Date());
  expect(await works(key.apiKey)).toBe(false);
  const again = await revokeKey(base.db, owner, key.id, new Date(Date.now() + 1_000));
  expect(again.revokedAt).toEqual(revokedAt);
  const keys = await listKeys(base.db, viewer, new Date());
  expect(keys.at(-1)).toMatchObject({ id: key.id, state: 'revoked' });
  const rotated = rotateKey(base.db, owner, key.id, 0, new Date());
  expect(await refusal(rotated)).toBe('forbidden');
  const changed = updateKey(base.db, owner, key.id, { name: 'New' }, new Date());
  expect(await refusal(changed)).toBe('forbidden');
});

test('changed settings of a key apply immediately, and omitted settings stay unchanged', async () => {
  const key = await create({ allowedIps: ['203.0.113.0/24'], allowCustomAddresses: true });
  expect(await works(key.apiKey)).toBe(false);
  await updateKey(base.db, owner, key.id, { allowedIps: [], name: 'Renamed' }, new Date());
  expect(await works(key.apiKey)).toBe(true);
  const [row] = await base.db.select().from(apiKey).where(eq(apiKey.id, key.id));
  expect(row).toMatchObject({ name: 'Renamed', allowCustomAddresses: true, expiresAt: null });
});

test('an expired key can be renamed, and works again with a later expiry', async () => {
  const key = await create({ expiresAt: new Date(Date.now() + 50) });
  const later = new Date(Date.now() + 60_000);
  const [shown] = (await listKeys(base.db, viewer, later)).filter(({ id }) => id === key.id);
  expect(shown?.state).toBe('expired');
  await updateKey(base.db, owner, key.id, { name: 'Old' }, later);
  await updateKey(base.db, owner, key.id, { expiresAt: null }, later);
  expect(await works(key.apiKey)).toBe(true);
});

test('only owners can change keys and secrets, and a refused request changes nothing', async () => {
  const key = await create();
  const now = new Date();
  const own = await authenticateApiKey(base.db, `Bearer ${key.apiKey}`, now);
  for (const actor of [member, viewer, own]) {
    for (const asked of [
      () => create({}, actor),
      async () => previewWallets(actor, 'regtest', key.descriptor),
      () => updateKey(base.db, actor, key.id, { name: 'x' }, now),
      () => rotateKey(base.db, actor, key.id, 0, now),
      () => revokeKey(base.db, actor, key.id, now),
      () => revealSigningSecret(base.db, testVault, actor, key.id, now),
      () => rotateSigningSecret(base.db, testVault, actor, key.id, 0, now),
    ]) {
      expect(await refusal(asked())).toBe('forbidden');
    }
  }
  expect(await works(key.apiKey)).toBe(true);
});

test('another merchant’s keys are neither found nor listed', async () => {
  const key = await create();
  const now = new Date();
  const deps = { db: base.db, vault: testVault, policy: { allowPrivate: true } };
  for (const asked of [
    () => create({ merchantId: owner.merchantId }, stranger),
    () => updateKey(base.db, stranger, key.id, { name: 'x' }, now),
    () => rotateKey(base.db, stranger, key.id, 0, now),
    () => revokeKey(base.db, stranger, key.id, now),
    () => revealSigningSecret(base.db, testVault, stranger, key.id, now),
    () => rotateSigningSecret(base.db, testVault, stranger, key.id, 0, now),
    () => sendTest(deps, stranger, { apiKeyId: key.id, webhookUrl: 'http://127.0.0.1:9/' }, now),
  ]) {
    expect(await refusal(asked())).toBe('not_found');
  }
  expect(await listKeys(base.db, stranger, now)).toEqual([]);
  expect(await works(key.apiKey)).toBe(true);
});
