import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { delivery } from '@/db/schema/webhooks';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { createSeals } from '@/lib/keys/seal';
import { openVault } from '@/lib/keys/vault';
import { runAdmin } from '@/test/support/admin';
import { startApp } from '@/test/support/app';
import { type Backup, copyDatabase } from '@/test/support/backup';
import { type LiveMerchant, openLiveMerchant } from '@/test/support/live-merchant';
import { until } from '@/test/support/wait';

const ORDER = 'order-of-today';

let merchant: LiveMerchant;
beforeAll(async () => {
  merchant = await openLiveMerchant();
});
afterAll(() => merchant.close());
beforeEach(() => merchant.receiver.respond({ status: 204 }));

const delivered = (id: string, count: number) =>
  until(`${count} events of ${id} are delivered`, async () => {
    const events = await merchant.events(id);
    return events.filter((event) => event.delivery === 'delivered').length === count && events;
  });

/** Retries the deliveries of a payment immediately, until all of them are delivered. */
const deliveredAtLast = (id: string) =>
  until(`the event of ${id} is delivered`, async () => {
    await merchant.db
      .update(delivery)
      .set({ nextAttemptAt: new Date(), notBefore: null })
      .where(and(eq(delivery.paymentId, id), eq(delivery.status, 'pending')));
    return (await merchant.events(id)).every((event) => event.delivery === 'delivered');
  });

const received = (id: string) =>
  merchant.receiver.requests
    .filter(({ body }) => body.includes(id))
    .map(({ headers, body }) => ({
      event: headers['x-service-event-id'],
      type: JSON.parse(body.toString()).type as string,
      body: body.toString(),
    }));

const admin = (secretKey: Uint8Array, ...argv: string[]) =>
  runAdmin(
    {
      db: merchant.db,
      vault: openVault(secretKey),
      seals: createSeals(secretKey),
      clock: () => new Date(),
      policy: { allowPrivate: false },
      networks: ['regtest'],
      sources: new Map(),
      setupToken: '',
      env: { dataDir: '.', databaseUrl: '' },
    },
    argv,
  );

const create = async (key: string) => {
  const response = await fetch(`${merchant.app.url}/v1/btc/payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${merchant.key.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ amount_sats: 100_000 }),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as PaymentResponse;
};

describe("a restore of yesterday's database", () => {
  let backup: Backup;
  let open: PaymentResponse;
  let waiting: PaymentResponse;
  let since: PaymentResponse;
  let sentBefore: number;

  beforeAll(async () => {
    open = await merchant.create({ required_confirmations: 1 });
    waiting = await merchant.create({ required_confirmations: 6 });
    await merchant.node.sendTo(open.address, 100_000);
    await delivered(open.id, 1);
    merchant.receiver.respond({ status: 500 });
    await merchant.node.sendTo(waiting.address, 100_000);
    await until('an attempt has failed', () => received(waiting.id).length > 0);
    await merchant.app.kill('SIGTERM');
    backup = await copyDatabase(merchant.base.url);

    merchant.receiver.respond({ status: 204 });
    await merchant.app.start();
    await merchant.node.mine(1);
    await delivered(open.id, 2);
    await deliveredAtLast(waiting.id);
    since = await create(ORDER);
    await merchant.app.kill('SIGKILL');
    await backup.restore();
    sentBefore = received(waiting.id).length;
    await admin(randomBytes(32), 'wallet', 'skip', '--all', '--count', '1000');
    await merchant.app.start();
  });
  afterAll(() => backup.remove());

  it('after a restore, events since the backup are sent again with new event ids', async () => {
    await delivered(open.id, 2);
    const [first, second, again] = received(open.id);
    expect(received(open.id).map(({ type }) => type)).toEqual([
      'payment.detected',
      'payment.confirmed',
      'payment.confirmed',
    ]);
    expect(first?.event).not.toBe(again?.event);
    expect(second?.event).not.toBe(again?.event);
  });

  it('after a restore, events that were pending in the backup are sent unchanged, with the same ids', async () => {
    await deliveredAtLast(waiting.id);
    const sent = received(waiting.id);
    expect(sent.length).toBeGreaterThan(sentBefore);
    expect(new Set(sent.map(({ event }) => event)).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  });

  it('after a restore, a request creates a new payment if its Idempotency-Key is newer than the backup', async () => {
    const again = await create(ORDER);
    expect(again.id).not.toBe(since.id);
    expect(again.address).not.toBe(since.address);
  });
});

describe('a lost SECRET_KEY', () => {
  const secretKey = randomBytes(32);
  const start = () =>
    startApp({
      databaseUrl: merchant.base.url,
      env: { BITCOIN_REGTEST: merchant.node.url, SECRET_KEY: secretKey.toString('base64') },
    });

  it('a lost SECRET_KEY stops the start with an error that explains what to do, and changes nothing', async () => {
    await merchant.app.kill('SIGTERM');
    const refusal = await start().then(
      (app) => app.stop().then(() => 'it started'),
      (error: Error) => error.message,
    );
    expect(refusal).toContain('The server ended while it started');
    expect(refusal).toContain('SECRET_KEY is not the one that this database was used with');
    expect(refusal).toContain(`secret rotate KEY_ID --overlap 0 --json, for ${merchant.key.id}.`);
    expect(refusal).not.toContain(secretKey.toString('base64'));
    await merchant.app.start();
  });

  it('after SECRET_KEY is lost, payments continue once signing secrets and seals are renewed as in the runbook', async () => {
    const paid = await merchant.create({ required_confirmations: 6 });
    await merchant.app.kill('SIGTERM');
    const rotated = await admin(secretKey, 'secret', 'rotate', merchant.key.id, '--overlap', '0');
    const unsealed = await start().then(
      (early) => early.stop().then(() => 'it started'),
      (error: Error) => error.message,
    );
    expect(unsealed).toContain('seal renew --previous-key-file FILE');
    await admin(secretKey, 'seal', 'renew', '--unchecked');
    const app = await start();
    try {
      await merchant.node.sendTo(paid.address, 100_000);
      await delivered(paid.id, 1);
      const request = merchant.receiver.requests.find(({ body }) => body.includes(paid.id));
      const signed = () =>
        new Webhook(rotated.signing_secret ?? '').verify(request?.body ?? '', {
          'webhook-id': request?.headers['webhook-id'] ?? '',
          'webhook-timestamp': request?.headers['webhook-timestamp'] ?? '',
          'webhook-signature': request?.headers['webhook-signature'] ?? '',
        });
      expect(signed).not.toThrow();
      const headers = { authorization: `Bearer ${merchant.key.apiKey}` };
      const answer = await fetch(`${app.url}/v1/btc/payments/${paid.id}`, { headers });
      expect(answer.status).toBe(200);
    } finally {
      await app.stop();
    }
  });
});
