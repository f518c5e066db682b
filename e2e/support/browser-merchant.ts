import { sql } from 'drizzle-orm';
import { payment } from '@/db/schema/payments';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { toSats } from '@/lib/domain/sats';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { PAYMENT_CHANGED_CHANNEL } from '@/lib/payments/payment-changes';
import { startApp, type TestApp } from '@/test/support/app';
import { createTestKey, TEST_SECRET_KEY, type TestKey } from '@/test/support/factories';
import { newDatabase, type TestDatabase } from '@/test/support/new-database';
import { until } from '@/test/support/wait';

/** The server under test links to this block explorer. Its host does not exist. */
export const EXPLORER_TX_URL = 'https://explorer.invalid/tx/{txid}';

export interface BrowserServer {
  readonly app: TestApp;
  readonly base: TestDatabase;
  close(): Promise<void>;
}

export interface BrowserMerchant extends Omit<BrowserServer, 'close'> {
  readonly key: TestKey;
  create(fields?: Record<string, unknown>): Promise<PaymentResponse>;
  cancel(id: string): Promise<void>;
  pay(address: string, sats: number): Promise<void>;
  mine(blocks: number): Promise<void>;
  /**
   * Moves the payment's expiry into the past. Open pages show this immediately, but the server
   * needs up to a minute to mark the payment as expired.
   */
  expire(id: string): Promise<void>;
  /** Waits until `what` returns true for the payment as returned by the API. */
  reaches(id: string, what: (payment: PaymentResponse) => boolean): Promise<PaymentResponse>;
}

export async function openBrowserServer(): Promise<BrowserServer> {
  const base = await newDatabase(process.env.E2E_POSTGRES_URL ?? '');
  const app = await startApp({
    databaseUrl: base.url,
    env: {
      BITCOIN_REGTEST: 'sandbox',
      BITCOIN_REGTEST_EXPLORER: EXPLORER_TX_URL,
      // All tests of a worker have the same IP address.
      RATE_LIMIT_PER_IP: '120000',
      SECRET_KEY: TEST_SECRET_KEY,
    },
  });
  return {
    app,
    base,
    close: async () => {
      await app.stop();
      await base.drop();
    },
  };
}

export async function createBrowserMerchant({
  app,
  base,
}: BrowserServer): Promise<BrowserMerchant> {
  const key = await createTestKey(base.db);

  async function call(path: string, body?: unknown): Promise<PaymentResponse> {
    const response = await fetch(`${app.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<PaymentResponse>;
  }

  return {
    app,
    base,
    key,
    create: (fields = {}) =>
      call('/v1/btc/payments', { amount_sats: 125_000, reference: 'Order 1042', ...fields }),
    cancel: async (id) => {
      await call(`/v1/btc/payments/${id}/cancel`, {});
    },
    pay: async (address, sats) => {
      await payAddress(base.db, { address, sats: toSats(sats) }, new Date());
    },
    mine: async (blocks) => {
      await simulateMining(base.db, { blocks }, new Date());
    },
    expire: async (id) => {
      await base.db.execute(sql`
        with ended as (
          update ${payment} set expires_at = now() - interval '1 second' where id = ${id}
          returning checkout_id
        )
        select pg_notify(${PAYMENT_CHANGED_CHANNEL}, checkout_id) from ended`);
    },
    reaches: (id, what) =>
      until('the payment gets there', async () => {
        const current = await call(`/v1/btc/payments/${id}`);
        return what(current) && current;
      }),
  };
}
