import { expect, test } from 'vitest';
import type { Handler } from '@/inngest/serve';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { startApp } from '../support/app';
import { createTestDatabase } from '../support/database';
import { createTestKey, TEST_SECRET_KEY } from '../support/factories';
import { callInngestHandler, SIGNING_KEY } from '../support/inngest-call';
import { startInngestServer } from '../support/inngest-server';
import { startReceiver } from '../support/receiver';
import { until } from '../support/wait';

const handler: Handler = async (request) => {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const body = method === 'GET' ? undefined : await request.text();
  return fetch(`${app.url}${pathname}${search}`, { method, headers, ...(body ? { body } : {}) });
};

const [base, receiver] = await Promise.all([
  openForTestFile(createTestDatabase()),
  openForTestFile(startReceiver()),
]);
const inngest = await openForTestFile(startInngestServer(() => handler));
const key = await createTestKey(base.db, { network: 'regtest' });
const app = await openForTestFile(
  startApp({
    databaseUrl: base.url,
    env: {
      BITCOIN_REGTEST: 'sandbox',
      SECRET_KEY: TEST_SECRET_KEY,
      INNGEST_BASE_URL: inngest.url,
      INNGEST_EVENT_KEY: 'an-event-key',
      INNGEST_SIGNING_KEY: SIGNING_KEY,
    },
  }),
);

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}

test('if Inngest is configured, it runs all jobs of the server', async () => {
  await inngest.tick(new Date());
  const payment = await post<PaymentResponse>('/v1/btc/payments', {
    amount_sats: 100_000,
    webhook_url: receiver.url(),
  });
  // Inngest registers before the first delivery, which would otherwise be sent immediately.
  await inngest.settle(new Date(Date.now() + 10_000));
  await post('/v1/sandbox/pay', { payment_id: payment.id });
  await until('the delivery is with Inngest', () =>
    inngest.queue.some(({ name }) => name === 'webhook/deliveries.due'),
  );
  expect(receiver.requests).toHaveLength(0);
  await inngest.settle(new Date());
  expect(JSON.parse(receiver.requests[0]?.body.toString() ?? '')).toMatchObject({
    type: 'payment.detected',
    data: { payment_id: payment.id },
  });
  expect(inngest.failures).toEqual([]);
  expect(app.output()).toContain('"jobs":"inngest"');
});

test('the Inngest route rejects unsigned requests', async () => {
  const call = { method: 'POST', fnId: 'blocktally-sweep-deliveries', body: {} } as const;
  expect((await callInngestHandler(handler, { ...call, key: null })).status).toBe(401);
});
