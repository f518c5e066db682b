import { expect, test } from 'vitest';
import { apiKey, merchant } from '@/db/schema/accounts';
import { COMMANDS } from '@/scripts/admin/commands';
import { textOf } from '@/scripts/admin/text-of';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { testSeals } from '@/test/support/seals';

const base = await openForTestFile(createTestDatabase());

test('names chosen by merchants cannot send terminal control sequences to the operator', async () => {
  await createTestKey(base.db);
  // The commands and the dashboard would refuse this name, so it is written directly.
  const name = 'Shop\u001b]0;owned\u0007\u001b[8m\u009b2J\u202e';
  await base.db.update(apiKey).set({ name });
  await base.db.update(merchant).set({ name });
  const deps = {
    db: base.db,
    vault: testVault,
    seals: testSeals,
    clock: () => new Date(),
    policy: { allowPrivate: true },
    networks: [],
    sources: new Map(),
    setupToken: '',
    env: { dataDir: '.', databaseUrl: '' },
  };
  for (const command of ['key list', 'merchant list']) {
    const listed = await COMMANDS[command]?.run(deps, { options: {}, positionals: [] });
    const text = textOf(listed ?? {});
    expect(text).toContain('Shop');
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  }
});
