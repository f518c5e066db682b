import { expect, test } from 'vitest';
import { apiRequest } from '@/db/schema/request-log';
import { startApp } from '@/test/support/app';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const app = await openForTestFile(
  startApp({ databaseUrl: base.url, env: { SECRET_KEY: TEST_SECRET_KEY } }),
);

test('a stopping server stores the log entries of the requests that it has answered', async () => {
  const { id, apiKey } = await createTestKey(base.db);
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${app.url}/v1/btc/payments?from=0&to=1`, { headers });
  expect(answer.status).toBe(200);
  await app.kill('SIGTERM');
  const rows = await base.db.select().from(apiRequest);
  expect(rows).toMatchObject([
    { id: answer.headers.get('x-request-id'), apiKeyId: id, status: 200 },
  ]);
});
