import { expect, test } from 'vitest';
import { greenfieldTargets } from '@/test/access/greenfield-table';
import { formatFuzzReport, fuzz } from '@/test/fuzz/fuzz';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { createPluginSender } from '@/test/support/greenfield';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const key = await createTestKey(base.db);
const api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' });

test('every request to BTCPay’s API gets a response that matches its schema, and no internal error', {
  timeout: 600_000,
}, async () => {
  const body = { amount: '5.00', currency: 'EUR' };
  const { json } = await createPluginSender(api, key.apiKey)('POST', `stores/${key.id}/invoices`, {
    body,
  });
  const targets = greenfieldTargets(key.id, key.apiKey, json.id);
  const result = await fuzz(
    targets,
    ({ method, path, headers, body: sent }) =>
      api.call({ method, path, headers, ...(sent === undefined ? {} : { body: sent }) }),
    120,
  );
  process.stdout.write(`fuzz BTCPay’s API: ${formatFuzzReport(result)}\n`);
  expect(result.failures).toEqual([]);
  expect(result.statuses.get(200)).toBeGreaterThan(result.requests / 5);
});
