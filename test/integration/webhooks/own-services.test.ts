import { expect, test } from 'vitest';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { startReceiver } from '@/test/support/receiver';

const base = await openForTestFile(createTestDatabase());
const key = await createTestKey(base.db);

async function askFor(webhook_url: string, variables: Record<string, string>) {
  // A configured real network switches regtest off by default.
  const api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox', ...variables });
  const ask = (path: string, body: object) => api.call({ path, key: key.apiKey, body });
  const answers = [
    await ask('/v1/webhooks/test', { webhook_url }),
    await ask('/v1/btc/payments', { webhook_url, amount_sats: 1_000 }),
  ];
  return answers.map(({ status, json }) => json.code ?? status);
}

const REJECTED = ['webhook_url_rejected', 'webhook_url_rejected'];
const TAKEN = [200, 201];

test('a webhook cannot reach this server or the services that this server uses', async () => {
  const receiver = await startReceiver();
  const { port } = receiver;
  const url = `http://localhost:${port}/`;
  const here = `http://127.0.0.1:${port}`;
  const database = new URL(base.url).port;
  expect(await askFor(`http://localhost:${database}/`, {})).toEqual(REJECTED);
  expect(await askFor(url, { PORT: String(port) })).toEqual(REJECTED);
  expect(await askFor(url, { BITCOIN_SIGNET: here })).toEqual(REJECTED);
  expect(await askFor(url, { BITCOIN_SIGNET: `esplora+${here}/api` })).toEqual(REJECTED);
  expect(await askFor(url, { INNGEST_DEV: here })).toEqual(REJECTED);
  expect(await askFor(url, { INNGEST_BASE_URL: here })).toEqual(REJECTED);
  expect(await askFor(url, { OTEL_EXPORTER_OTLP_ENDPOINT: here })).toEqual(REJECTED);
  expect(receiver.connections).toBe(0);
  expect(await askFor(url, {})).toEqual(TAKEN);
  expect(receiver.requests).toHaveLength(1);
  await receiver.close();
});

test('in production, a webhook to the host of the public URL can use only ports 80 and 443', async () => {
  const production = { WEBHOOK_PRIVATE_TARGETS: 'deny', APP_URL: 'https://8.8.8.8' };
  expect(await askFor('http://8.8.8.8:8443/', production)).toEqual(REJECTED);
  expect(await askFor('http://8.8.8.8:22/', production)).toEqual(REJECTED);
});
