import { expect, test } from 'vitest';
import { COMMANDS } from '@/scripts/admin/commands';
import { textOf } from '@/scripts/admin/text-of';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, testVault } from '@/test/support/factories';
import { forFile } from '@/test/support/for-file';

const base = await forFile(createTestDatabase());

test('what a merchant names does not steer the terminal of the operator', async () => {
  const key = await createTestKey(base.db);
  const owner = await createTestActor(base.db, key.merchantId);
  const api = createTestApi(base);
  const name = 'Shop\u001b]0;owned\u0007\u001b[8m\u009b2J\u202e';
  for (const path of [`/api/dashboard/keys/${key.id}`, '/api/dashboard/settings/merchant']) {
    await api.call({ method: 'PATCH', path, as: owner, body: { name } });
  }
  const deps = {
    db: base.db,
    vault: testVault,
    clock: () => new Date(),
    policy: { allowPrivate: true },
    networks: [],
    setupToken: '',
  };
  for (const command of ['key list', 'merchant list']) {
    const listed = await COMMANDS[command]?.run(deps, { options: {}, positionals: [] });
    const text = textOf(listed ?? {});
    expect(text).toContain('Shop');
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  }
});
