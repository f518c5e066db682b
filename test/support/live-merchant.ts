import { asc, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery, webhookEvent } from '@/db/schema/webhooks';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { startApp, type TestApp } from './app';
import { startBitcoind, type TestNode } from './bitcoind';
import { createTestDatabase, type TestDatabase } from './database';
import { createTestKey, TEST_SECRET_KEY, type TestKey } from './factories';
import { type Receiver, startReceiver } from './receiver';
import { until } from './wait';

/**
 * A merchant on a separate server process, which follows a real node and sends webhooks to a real
 * receiver.
 */
export interface LiveMerchant {
  readonly base: TestDatabase;
  readonly db: Db;
  readonly node: TestNode;
  readonly receiver: Receiver;
  readonly app: TestApp;
  readonly key: TestKey;
  request<T>(path: string, body?: unknown): Promise<{ status: number; body: T }>;
  create(request?: Record<string, unknown>): Promise<PaymentResponse>;
  payment(id: string): Promise<PaymentResponse>;
  reaches(id: string, status: PaymentResponse['status']): Promise<PaymentResponse>;
  events(id: string): Promise<{ id: string; type: string; delivery: string | null }[]>;
  close(): Promise<void>;
}

export async function openLiveMerchant(
  env: Readonly<Record<string, string>> = {},
): Promise<LiveMerchant> {
  const [base, node, receiver] = await Promise.all([
    createTestDatabase(),
    startBitcoind(),
    startReceiver(),
  ]);
  const key = await createTestKey(base.db, { network: 'regtest' });
  const app = await startApp({
    databaseUrl: base.url,
    env: { BITCOIN_REGTEST: node.url, SECRET_KEY: TEST_SECRET_KEY, ...env },
  });
  const request = async <T>(path: string, body?: unknown) => {
    const response = await fetch(`${app.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  };
  const payment = async (id: string) =>
    (await request<PaymentResponse>(`/v1/btc/payments/${id}`)).body;
  return {
    base,
    db: base.db,
    node,
    receiver,
    app,
    key,
    request,
    payment,
    create: async (fields = {}) => {
      const { status, body } = await request<PaymentResponse>('/v1/btc/payments', {
        amount_sats: 100_000,
        webhook_url: receiver.url('/hooks'),
        ...fields,
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body;
    },
    reaches: (id, status) =>
      until(`payment ${id} is ${status}`, async () => {
        const found = await payment(id);
        return found.status === status && found;
      }),
    events: (id) =>
      base.db
        .select({ id: webhookEvent.id, type: webhookEvent.type, delivery: delivery.status })
        .from(webhookEvent)
        .leftJoin(delivery, eq(delivery.eventId, webhookEvent.id))
        .where(eq(webhookEvent.paymentId, id))
        .orderBy(asc(webhookEvent.sequence)),
    close: async () => {
      await app.stop();
      await Promise.all([node.stop(), receiver.close(), base.drop()]);
    },
  };
}

export function receivedEventIds(receiver: Receiver): string[] {
  return [...new Set(receiver.requests.map(({ headers }) => headers['x-service-event-id'] ?? ''))];
}
