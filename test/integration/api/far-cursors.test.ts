import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '@/test/support/api';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';

let base: TestDatabase;
let api: TestApi;
let merchant: TestKey;
beforeAll(async () => {
  base = await createTestDatabase();
  api = createTestApi(base);
  merchant = await createTestKey(base.db);
});
afterAll(() => base.drop());

test('400: a cursor with a time that the database does not know', async () => {
  const cursorAt = (ms: number, id: string) => Buffer.from(`${ms}.${id}`).toString('base64url');
  for (const [path, kind] of [
    ['/v1/btc/payments?from=0&to=9999999999&', 'pay'],
    ['/v1/btc/payment_links?', 'lnk'],
  ] as const) {
    const at = (ms: number) =>
      api.call({
        path: `${path}cursor=${cursorAt(ms, `${kind}_${'0'.repeat(22)}`)}`,
        key: merchant.apiKey,
      });
    expect((await at(253_402_300_799_999)).status).toBe(200);
    const beyond = await at(253_402_300_800_000);
    expect([beyond.status, beyond.json.errors]).toMatchObject([
      400,
      [{ pointer: 'cursor', code: 'invalid_format' }],
    ]);
  }
});
