import { beforeEach, expect, test } from 'vitest';
import { changeRole } from '@/lib/accounts/change-role';
import { removeMember } from '@/lib/accounts/remove-member';
import type { Member } from '@/lib/domain/actor';
import { createKey } from '@/lib/keys/create-key';
import { listKeysToRotate } from '@/lib/keys/list-keys-to-rotate';
import { revealSigningSecret } from '@/lib/keys/reveal-signing-secret';
import { revokeKey } from '@/lib/keys/revoke-key';
import { rotateKey } from '@/lib/keys/rotate-key';
import { rotateSigningSecret } from '@/lib/keys/rotate-signing-secret';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { randomDescriptor, testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner } from '@/test/support/users';

let owner: Member;
let partner: Member;

const base = await openForTestFile(createTestDatabase());
beforeEach(async () => {
  owner = await createTestOwner(base.db);
  partner = await createTestActor(base.db, owner.merchantId, 'owner');
});

const start = new Date('2026-05-01T00:00:00Z');
const hours = (n: number) => new Date(start.getTime() + n * 3_600_000);

async function create(actor: Member, name: string): Promise<string> {
  const descriptor = randomDescriptor('regtest');
  const request = { merchantId: actor.merchantId, network: 'regtest' as const, descriptor, name };
  return (await createKey(base.db, testVault, actor, request, start)).id;
}
const leave = (at = hours(5)) => removeMember(base.db, owner, partner.userId, at);
const listed = async (at = hours(6)) =>
  (await listKeysToRotate(base.db, owner, at)).map(({ name, secrets, validUntil }) => ({
    name,
    secrets,
    validUntil,
  }));
const BOTH = ['api_key', 'signing_secret'];

test('keys that a removed owner created or rotated are listed for rotation, with the secrets the owner knows', async () => {
  const theirs = await create(partner, 'Created');
  const rotated = await create(owner, 'Rotated');
  await rotateKey(base.db, partner, rotated, 0, hours(1));
  const resigned = await create(owner, 'Signing secret rotated');
  await rotateSigningSecret(base.db, testVault, partner, resigned, 0, hours(1));
  const revealed = await create(owner, 'Signing secret seen');
  await revealSigningSecret(base.db, testVault, partner, revealed, hours(1));
  await create(owner, 'Never seen');
  expect(await listed()).toEqual([]);
  await leave();
  expect(await listed()).toEqual([
    { name: 'Created', secrets: BOTH, validUntil: null },
    { name: 'Rotated', secrets: ['api_key'], validUntil: null },
    { name: 'Signing secret rotated', secrets: ['signing_secret'], validUntil: null },
    { name: 'Signing secret seen', secrets: ['signing_secret'], validUntil: null },
  ]);
  const [first] = await listKeysToRotate(base.db, owner, hours(6));
  expect(first).toMatchObject({ id: theirs, knownBy: [expect.stringContaining('@')] });
});

test('a key leaves the list of keys to rotate once its secrets are rotated or the key is revoked', async () => {
  const one = await create(partner, 'One');
  const two = await create(partner, 'Two');
  await leave();
  await rotateKey(base.db, owner, one, 0, hours(6));
  expect(await listed(hours(7))).toMatchObject([
    { name: 'One', secrets: ['signing_secret'] },
    { name: 'Two', secrets: BOTH },
  ]);
  await rotateSigningSecret(base.db, testVault, owner, one, 0, hours(7));
  await revokeKey(base.db, owner, two, hours(7));
  expect(await listed(hours(8))).toEqual([]);
});

test('a secret stays in the list of keys to rotate until the overlap after its rotation ends', async () => {
  const id = await create(partner, 'One');
  await leave();
  await rotateKey(base.db, owner, id, 7_200, hours(6));
  await rotateSigningSecret(base.db, testVault, owner, id, 3_600, hours(6));
  expect(await listed(hours(6))).toEqual([{ name: 'One', secrets: BOTH, validUntil: hours(8) }]);
  expect(await listed(hours(7))).toMatchObject([{ secrets: ['api_key'], validUntil: hours(8) }]);
  expect(await listed(hours(8))).toEqual([]);
});

test('if a demoted owner becomes an owner again, the keys they created are no longer listed for rotation', async () => {
  await create(partner, 'One');
  const as = (role: 'member' | 'viewer' | 'owner') =>
    changeRole(base.db, owner, { userId: partner.userId, role }, hours(5));
  for (const role of ['member', 'viewer'] as const) {
    await as(role);
    expect(await listed(), role).toHaveLength(1);
  }
  await as('owner');
  expect(await listed()).toEqual([]);
  await removeMember(base.db, partner, partner.userId, hours(6));
  expect(await listed()).toHaveLength(1);
});

test('only owners can read the list of keys to rotate, and only for their own merchant', async () => {
  await create(partner, 'One');
  await leave();
  const stranger = await createTestOwner(base.db);
  expect(await listKeysToRotate(base.db, stranger, hours(6))).toEqual([]);
  const viewer = await createTestActor(base.db, owner.merchantId, 'viewer');
  await expect(listKeysToRotate(base.db, viewer, hours(6))).rejects.toMatchObject({
    code: 'forbidden',
  });
  const api = createTestApi(base);
  const asked = async (as: Member) =>
    (await api.call({ path: '/api/dashboard/keys', as })).json.to_rotate;
  expect(await asked(owner)).toMatchObject([{ name: 'One', secrets: BOTH, valid_until: null }]);
  expect(await asked(viewer)).toEqual([]);
});

test('a signing secret that a former owner revealed is listed for rotation despite a wrong recorded time', async () => {
  const id = await create(owner, 'Seen');
  await rotateSigningSecret(base.db, testVault, owner, id, 0, hours(2));
  // The recorded time is before the rotation if the server's clock is slow, or if the reveal has
  // waited for the rotation.
  await revealSigningSecret(base.db, testVault, partner, id, hours(1));
  await leave();
  expect(await listed()).toEqual([{ name: 'Seen', secrets: ['signing_secret'], validUntil: null }]);
});
