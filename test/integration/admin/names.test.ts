import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAdmin } from '@/test/support/admin';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { randomDescriptor, testVault } from '@/test/support/factories';
import { testSeals } from '@/test/support/seals';

let base: TestDatabase;

beforeAll(async () => {
  base = await createTestDatabase();
});

afterAll(() => base.drop());

const admin = (...argv: string[]) =>
  runAdmin(
    {
      vault: testVault,
      seals: testSeals,
      clock: () => new Date(),
      policy: { allowPrivate: false },
      networks: ['regtest'],
      sources: new Map(),
      setupToken: 'a setup token',
      env: { dataDir: '.', databaseUrl: '' },
      db: base.db,
    },
    argv,
  );

test('the error for a rejected key name explains what is wrong with the name', async () => {
  const create = (name: string) =>
    admin(
      ...['key', 'create', '--network', 'regtest', '--descriptor', randomDescriptor('regtest')],
      ...['--name', name],
    );
  const { error } = await create('x'.repeat(81));
  expect(error).toEqual({
    code: 'invalid_request',
    message: 'A name has at most 80 characters.',
  });
  const words = 'abandon '.repeat(11);
  expect((await create(`${words}about`)).error.message).toContain('recovery phrase');
});

test('a merchant’s name has the same maximum length at the operator’s shell as at sign-up', async () => {
  const name = 'x'.repeat(80);
  expect(await admin('merchant', 'create', '--name', name)).toMatchObject({ name });
  expect(await admin('merchant', 'create', '--name', `${name}x`)).toEqual({
    error: { code: 'usage', message: '--name must have at most 80 characters.' },
  });
  expect(await admin('merchant', 'create', '--name', 'My\nshop')).toEqual({
    error: {
      code: 'usage',
      message: '--name must have no control characters, such as line breaks.',
    },
  });
});
