import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { auditEntry } from '@/db/schema/people';
import { createMerchant } from '@/lib/accounts/create-merchant';
import { type Actor, type Member, OPERATOR } from '@/lib/domain/actor';
import { authenticateApiKey } from '@/lib/keys/authenticate-api-key';
import { createKey } from '@/lib/keys/create-key';
import { listKeys } from '@/lib/keys/list-keys';
import { revealSigningSecret } from '@/lib/keys/reveal-signing-secret';
import { revokeKey } from '@/lib/keys/revoke-key';
import { rotateKey } from '@/lib/keys/rotate-key';
import { rotateSigningSecret } from '@/lib/keys/rotate-signing-secret';
import { updateKey } from '@/lib/keys/update-key';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { randomDescriptor, testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

let owner: Member;
let stranger: Member;

const base = await openForTestFile(createTestDatabase());

beforeAll(async () => {
  const own = await createMerchant(base.db, 'Acme', new Date());
  const other = await createMerchant(base.db, 'Other', new Date());
  owner = await createTestActor(base.db, own.id, 'owner');
  stranger = await createTestActor(base.db, other.id, 'owner');
});

const create = (actor: Actor = owner, { merchantId } = owner) => {
  const descriptor = randomDescriptor('regtest');
  const request = { network: 'regtest', name: 'Shop', merchantId, descriptor } as const;
  return createKey(base.db, testVault, actor, request, new Date());
};

test('the audit log has every change of a key once, with its actor and without a secret', async () => {
  const now = new Date();
  const key = await create();
  await updateKey(base.db, owner, key.id, { name: 'Till' }, now);
  const rotated = await rotateKey(base.db, owner, key.id, 60, now);
  await revealSigningSecret(base.db, testVault, owner, key.id, now);
  await rotateSigningSecret(base.db, testVault, owner, key.id, 60, now);
  await revokeKey(base.db, owner, key.id, now);
  await revokeKey(base.db, owner, key.id, now);
  const entries = await base.db.select().from(auditEntry).where(eq(auditEntry.subject, key.id));
  expect(entries.map(({ action }) => action).sort()).toEqual([
    'key.create',
    'key.revoke',
    'key.rotate',
    'key.update',
    'signing_secret.reveal',
    'signing_secret.rotate',
  ]);
  for (const entry of entries) {
    expect(entry).toMatchObject({ userId: owner.userId, merchantId: owner.merchantId });
  }
  for (const secret of [key.apiKey, rotated.apiKey, key.signingSecret]) {
    expect(JSON.stringify(entries)).not.toContain(secret.slice(-20));
  }
});

test('the members’ audit log does not contain the operator’s changes of keys', async () => {
  const key = await create();
  const now = new Date();
  const named = await create(OPERATOR, stranger);
  await updateKey(base.db, OPERATOR, key.id, { name: 'Till' }, now);
  await rotateKey(base.db, OPERATOR, key.id, 60, now);
  const revealed = await revealSigningSecret(base.db, testVault, OPERATOR, key.id, now);
  expect(revealed).toBe(key.signingSecret);
  await revokeKey(base.db, OPERATOR, key.id, now);
  await expect(authenticateApiKey(base.db, `Bearer ${key.apiKey}`, now)).rejects.toThrow(
    'unauthorized',
  );
  expect((await listKeys(base.db, stranger, now)).map(({ id }) => id)).toEqual([named.id]);
  const entries = await base.db.select().from(auditEntry).where(eq(auditEntry.subject, key.id));
  expect(entries.map(({ action }) => action)).toEqual(['key.create']);
});
