import { sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { delivery, webhookEvent } from '@/db/schema/webhooks';
import { OPERATOR } from '@/lib/domain/actor';
import { toSats } from '@/lib/domain/sats';
import { rotateSigningSecret } from '@/lib/keys/rotate-signing-secret';
import { openVault } from '@/lib/keys/vault';
import { DUE_CHANNEL, recordEvents } from '@/lib/webhooks/events/create-event';
import { testVault } from '@/test/support/factories';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { startRawServer } from '@/test/support/raw-server';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { until } from '@/test/support/wait';

let outbox: Outbox;
let receiver: Receiver;

beforeEach(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
});

afterEach(async () => {
  await Promise.all([outbox.close(), receiver.close()]);
});

describe('an event', () => {
  test('an event is rolled back together with its deliveries', async () => {
    const { db } = outbox.base;
    const payment = await outbox.addPayment(receiver.url());
    const failing = db.transaction(async (tx) => {
      const event = {
        paymentId: payment.id,
        apiKeyId: outbox.key.id,
        type: 'payment.detected',
        sequence: 1,
        txid: 'ab',
        webhookUrl: payment.url,
        address: 'any',
        amount: toSats(1),
        received: toSats(1),
        confirmations: 0,
        metadata: null,
        description: null,
        price: null,
        choice: ['payment.detected'],
        status: 'detected',
        reason: null,
      } as const;
      await recordEvents(tx, [event], outbox.clock());
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await db.$count(webhookEvent)).toBe(0);
    expect(await db.$count(delivery)).toBe(0);
  });

  test('an event is stored but not sent if the payment has no URL', async () => {
    const payment = await outbox.addPayment(null);
    await outbox.announce(payment);
    expect(await outbox.base.db.$count(webhookEvent)).toBe(1);
    expect(await outbox.deliveries(payment)).toEqual([]);
  });

  test('the commit of an event wakes the dispatchers', async () => {
    let woken = false;
    const listener = await outbox.base.database.listen(DUE_CHANNEL, () => {
      woken = true;
    });
    woken = false;
    await outbox.announceNew(receiver.url());
    await until('the listener was woken', () => woken);
    listener.unlisten();
  });
});

describe('a successful delivery', () => {
  test('a successful delivery sends the stored bytes, with valid signatures under both signature schemes', async () => {
    const payment = await outbox.announceNew(receiver.url('/hook'));
    expect(await outbox.dispatch()).toBe(1);
    const [request] = receiver.requests;
    const [event] = await outbox.base.db.select().from(webhookEvent);
    expect(request?.body.toString('utf8')).toBe(event?.body);
    expect(request?.headers['x-service-event-id']).toBe(event?.id);
    const verified = new Webhook(outbox.key.signingSecret).verify(
      request?.body ?? '',
      request?.headers ?? {},
    );
    expect(verified).toMatchObject({
      version: '1',
      type: 'payment.detected',
      data: { payment_id: payment.id, webhook_url: payment.url },
    });
  });

  test('a successful delivery has a record of its single attempt', async () => {
    const payment = await outbox.announceNew(receiver.url('/hook'));
    receiver.respond({ status: 201, headers: { 'x-one': '1' }, body: 'thank you' });
    await outbox.dispatch();
    const row = await outbox.delivery(payment);
    expect(row).toMatchObject({
      status: 'delivered',
      attempt: 1,
      responseStatus: 201,
      lastError: null,
      nextAttemptAt: null,
      attemptStartedAt: null,
      deliveredAt: outbox.clock(),
    });
    const [attempt, ...more] = await outbox.attempts(row.id);
    expect(more).toEqual([]);
    expect(attempt).toMatchObject({
      number: 1,
      startedAt: outbox.clock(),
      finishedAt: outbox.clock(),
      remoteAddress: '127.0.0.1',
      requestHeaders: { 'X-Service-Event-Id': row.eventId },
      responseStatus: 201,
      responseHeaders: { 'x-one': '1' },
      errorCode: null,
      error: null,
    });
    expect(attempt?.responseBody?.toString()).toBe('thank you');
    expect(await outbox.dispatch()).toBe(0);
  });

  test('a delivery succeeds even if its response was truncated, and its record shows the truncation', async () => {
    receiver.respond({ status: 200, cut: true });
    const row = await delivered();
    const [attempt, ...more] = await outbox.attempts(row.id);
    expect(more).toEqual([]);
    expect(attempt).toMatchObject({ responseStatus: 200, responseEnd: 'cut_off', errorCode: null });
    expect(attempt?.responseBody?.toString()).toBe('the beginning');
    expect(await outbox.host(row.url)).toMatchObject({ failures: 0, lastFailureAt: null });
  });

  test('a response is recorded even if it contains text that PostgreSQL rejects', async () => {
    const raw = await startRawServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 1\r\n\r\n\0'),
    );
    const row = await delivered(raw.url);
    const [attempt] = await outbox.attempts(row.id);
    expect(attempt?.responseHeaders).toMatchObject({ x: 'a\ufffdb' });
    expect(attempt?.responseBody).toEqual(Buffer.from([0]));
    await raw.close();
  });

  async function delivered(url = receiver.url()) {
    const payment = await outbox.announceNew(url);
    await outbox.dispatch();
    const row = await outbox.delivery(payment);
    expect(row).toMatchObject({ status: 'delivered', attempt: 1, lastError: null });
    return row;
  }

  test('an attempt is committed as in progress before the endpoint receives the request', async () => {
    let seen: unknown;
    const payment = await outbox.announceNew(receiver.url());
    receiver.respond(async () => {
      const row = await outbox.delivery(payment);
      seen = { status: row.status, attempts: await outbox.attempts(row.id) };
      return { status: 204 };
    });
    await outbox.dispatch();
    expect(seen).toMatchObject({
      status: 'delivering',
      attempts: [{ number: 1, startedAt: outbox.clock(), finishedAt: null }],
    });
  });
});

test('if a response is truncated, its status code decides the outcome for the delivery and the host', async () => {
  receiver.respond({ status: 404, cut: true });
  const payment = await outbox.announceNew(receiver.url());
  await outbox.dispatch();
  const row = await outbox.delivery(payment);
  expect(row).toMatchObject({ status: 'pending', responseStatus: 404 });
  expect(await outbox.attempts(row.id)).toMatchObject([
    { errorCode: 'http_404', responseEnd: 'cut_off' },
  ]);
  expect(await outbox.host(row.url)).toMatchObject({ failures: 0 });
});

describe('signing secrets', () => {
  test('both signing secrets sign each webhook during an overlap', async () => {
    const overlapSeconds = 3_600;
    const rotated = await rotateSigningSecret(
      outbox.base.db,
      testVault,
      OPERATOR,
      outbox.key.id,
      overlapSeconds,
      outbox.clock(),
    );
    await outbox.announceNew(receiver.url());
    await outbox.dispatch();
    const [request] = receiver.requests;
    for (const secret of [outbox.key.signingSecret, rotated.signingSecret]) {
      const webhook = new Webhook(secret);
      expect(() => webhook.verify(request?.body ?? '', request?.headers ?? {})).not.toThrow();
    }
    expect(request?.headers['x-service-signature']?.split(',')).toHaveLength(2);
  });

  test('a delivery whose signing secrets cannot be decrypted waits until decryption works again', async () => {
    const payment = await outbox.announceNew(receiver.url());
    expect(await outbox.dispatch({ vault: openVault(new Uint8Array(32)) })).toBe(1);
    expect(receiver.connections).toBe(0);
    const row = await outbox.delivery(payment);
    expect(row).toMatchObject({
      status: 'pending',
      lastError: expect.stringMatching(/SECRET_KEY/),
    });
    expect(await outbox.host(receiver.url())).toMatchObject({ failures: 0 });
    outbox.passTime(5_000);
    await outbox.dispatch();
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered', lastError: null });
  });
});

test('an attempt to an endpoint whose address has become private is rejected, with a recorded reason', async () => {
  const payment = await outbox.announceNew(receiver.url());
  await outbox.dispatch({ policy: { allowPrivate: false } });
  expect(receiver.connections).toBe(0);
  const row = await outbox.delivery(payment);
  expect(row).toMatchObject({ status: 'pending', responseStatus: null });
  const [attempt] = await outbox.attempts(row.id);
  expect(attempt).toMatchObject({
    errorCode: 'blocked',
    error: expect.stringMatching(/loopback address/),
    responseStatus: null,
    responseBody: null,
  });
  expect(await outbox.host(receiver.url())).toMatchObject({ failures: 0, openUntil: null });
});

test('the database rejects two attempts in progress for one payment', async () => {
  const payment = await outbox.addPayment(receiver.url());
  await outbox.announce(payment, 'payment.detected');
  await outbox.announce(payment, 'payment.confirmed');
  const both = outbox.base.db.update(delivery).set({
    status: 'delivering',
    nextAttemptAt: null,
    attemptStartedAt: outbox.clock(),
  });
  await expect(both.where(sql`true`)).rejects.toMatchObject({
    cause: { constraint_name: 'delivery_in_flight' },
  });
});
