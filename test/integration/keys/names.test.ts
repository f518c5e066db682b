import { expect, test } from 'vitest';
import { OPERATOR } from '@/lib/domain/actor';
import { createKey } from '@/lib/keys/create-key';
import { createTestDatabase } from '@/test/support/database';
import { randomDescriptor, testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner } from '@/test/support/users';

const NEW = { network: 'regtest' } as const;

const base = await openForTestFile(createTestDatabase());
const owner = await createTestOwner(base.db);

test.each([
  ['an API key', `btly_reg_${'a'.repeat(36)}`],
  ['a signing secret', 'whsec_AAAA'],
  ['an extended private key', `tprv${'8'.repeat(107)}`],
  ['a key in wallet import format', `L${'1'.repeat(51)}`],
  ['a recovery phrase', `${'abandon '.repeat(11)}about`],
])('a key name that is %s is rejected at its field without being quoted', async (_what, name) => {
  const { merchantId } = owner;
  const request = { ...NEW, merchantId, descriptor: randomDescriptor('regtest'), name };
  const refusal = await createKey(base.db, testVault, owner, request, new Date()).catch((e) => e);
  expect(refusal.errors).toContainEqual(
    expect.objectContaining({ pointer: '/name', code: 'secret' }),
  );
  expect(JSON.stringify(refusal.errors)).not.toContain(name);
  const byCommand = createKey(base.db, testVault, OPERATOR, request, new Date());
  await expect(byCommand).rejects.toMatchObject({ code: 'invalid_request' });
});
