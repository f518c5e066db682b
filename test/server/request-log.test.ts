import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiRequest } from '@/db/schema/request-log';
import { startApp, type TestApp } from '@/test/support/app';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY } from '@/test/support/factories';

let base: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  base = await createTestDatabase();
  app = await startApp({ databaseUrl: base.url, env: { SECRET_KEY: TEST_SECRET_KEY } });
});
afterAll(async () => {
  await app?.stop();
  await base?.drop();
});

test('a server that is stopped writes the requests that it has answered', async () => {
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
