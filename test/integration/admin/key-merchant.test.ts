import { expect, test } from 'vitest';
import { createDemo } from '@/lib/accounts/create-demo';
import type { Network } from '@/lib/domain/network';
import { runAdmin } from '@/test/support/admin';
import { createTestDatabase } from '@/test/support/database';
import { randomDescriptor, testVault } from '@/test/support/factories';
import { testSeals } from '@/test/support/seals';

test('without --merchant, a key with a real wallet is created for a new merchant, not for a demo shop', async () => {
  const fresh = await createTestDatabase();
  const demo = await createDemo(fresh.db, testVault, new Date());
  const policy = { allowPrivate: false };
  const env = { dataDir: '.', databaseUrl: '' };
  const clock = () => new Date();
  const deps = {
    db: fresh.db,
    vault: testVault,
    seals: testSeals,
    clock,
    policy,
    setupToken: '',
    env,
  };
  const create = (network: Network) =>
    runAdmin({ ...deps, networks: [network], sources: new Map() }, [
      ...['key', 'create', '--network', network, '--descriptor', randomDescriptor(network)],
    ]);
  const first = await create('signet');
  expect(first.merchant_id).not.toBe(demo?.merchantId);
  expect((await create('mainnet')).merchant_id).toBe(first.merchant_id);
  expect((await create('regtest')).merchant_id).toBe(demo?.merchantId);
  await fresh.drop();
});
