import { expect, test } from 'vitest';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const key = await createTestKey(base.db);
const owner = await createTestActor(base.db, key.merchantId, 'owner');

test.each([
  ['a merchant', 'PATCH', '/api/dashboard/settings/merchant', {}],
  ['an API key', 'PATCH', `/api/dashboard/keys/${key.id}`, {}],
  ['a view', 'POST', '/api/dashboard/views', { search: 'status=pending' }],
])('%s cannot have a name with control characters', async (_, method, path, rest) => {
  for (const character of ['\n', '\u001b', '\u0085']) {
    const body = { ...rest, name: `My${character}name` };
    const { status, json } = await api.call({ method, path, as: owner, body });
    expect([status, json.errors]).toMatchObject([
      400,
      [{ pointer: '/name', message: 'A name has no control characters, such as line breaks.' }],
    ]);
  }
  const { status } = await api.call({
    method,
    path,
    as: owner,
    body: { ...rest, name: 'Café ☕' },
  });
  expect(status).toBeLessThan(300);
});
