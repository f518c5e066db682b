import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { webhookHost } from '@/db/schema/endpoints';
import { delivery, deliveryAttempt, webhookEvent } from '@/db/schema/webhooks';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import {
  optInEventSchema,
  refundEventSchema,
  webhookEventSchema,
} from '@/lib/http/events/event-response';
import { type SendTestDeps, sendTest } from '@/lib/webhooks/delivery/send-test';
import { verifyWebhook } from '@/sdk/src/verify-webhook';
import { deriveReceive } from '@/test/support/derive-receive';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { startRawServer } from '@/test/support/raw-server';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { countSockets } from '@/test/support/sockets';

let outbox: Outbox;
let receiver: Receiver;

beforeEach(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
});

afterEach(async () => {
  await Promise.all([outbox.close(), receiver.close()]);
});

describe('a test webhook', () => {
  const test_ = (url: string, deps: Partial<SendTestDeps> = {}) =>
    sendTest(
      { ...outbox.deps, ...deps },
      outbox.key.actor,
      { apiKeyId: outbox.key.id, webhookUrl: url },
      outbox.clock(),
    );

  test('a test webhook is signed like a real payment.confirmed webhook, and is not stored', async () => {
    const url = receiver.url('/hook?a=1');
    const result = await test_(url);
    expect(result).toMatchObject({
      eventId: expect.stringMatching(/^evt_/),
      eventType: 'payment.confirmed',
      delivered: true,
      exchange: { response: { status: 204 }, cause: null },
    });
    const [request] = receiver.requests;
    const verified = new Webhook(outbox.key.signingSecret).verify(
      request?.body ?? '',
      request?.headers ?? {},
    );
    expect(verified).toEqual({
      version: '1',
      type: 'payment.confirmed',
      data: {
        payment_id: expect.stringMatching(/^pay_test_/),
        txid: expect.stringMatching(/^[0-9a-f]{64}$/),
        // The wallet's last address, which no payment ever gets.
        address: deriveReceive(outbox.key.descriptor, 'regtest', 2 ** 31 - 1).address,
        amount_sats: 100_000,
        received_sats: 100_000,
        confirmations: 3,
        webhook_url: url,
        metadata: null,
        description: null,
        price: null,
      },
    });
    expect(request?.headers).toMatchObject({
      'x-service-event-id': result.eventId,
      'x-service-event-type': 'payment.confirmed',
    });
    for (const table of [webhookEvent, delivery, deliveryAttempt, webhookHost]) {
      expect(await outbox.base.db.$count(table)).toBe(0);
    }
  });

  test.each(EVENT_TYPES)(
    'a test webhook of the type %s has the documented body, and the SDK can verify it',
    async (type) => {
      const request = { apiKeyId: outbox.key.id, webhookUrl: receiver.url('/hook'), type };
      await sendTest(outbox.deps, outbox.key.actor, request, outbox.clock());
      const [{ body, headers } = { body: '', headers: {} }] = receiver.requests;
      const secret = outbox.key.signingSecret;
      const { event } = await verifyWebhook(body, headers, secret, { now: outbox.clock() });
      expect(event.type).toBe(type);
      const documented = z.union([webhookEventSchema, optInEventSchema, refundEventSchema]);
      expect(documented.parse(event)).toEqual(event);
    },
  );

  test('a test webhook succeeds with any 2xx status line, and excess bytes in the response are reported', async () => {
    const raw = await startRawServer((socket) => socket.write('HTTP/1.1 204 Fine\n\nthanks'));
    expect(await test_(raw.url)).toMatchObject({
      delivered: true,
      exchange: {
        response: {
          status: 204,
          body: { text: '' },
          note: expect.stringMatching(/more bytes than its headers announce/),
        },
        cause: null,
      },
    });
    await raw.close();
  });

  test('if a test webhook fails, the result states the reason and what to do', async () => {
    receiver.respond({ status: 404 });
    expect(await test_(receiver.url())).toMatchObject({
      delivered: false,
      exchange: {
        response: { status: 404 },
        cause: { message: expect.stringMatching(/Check the URL/) },
      },
    });
    receiver.respond('reset');
    expect(await test_(receiver.url())).toMatchObject({
      delivered: false,
      exchange: {
        response: null,
        cause: { message: expect.stringMatching(/connection closed/) },
      },
    });
  });

  test.each([410, 429, 503])(
    'the explanation of the response %i to a test webhook does not mention deliveries or retries',
    async (status) => {
      receiver.respond({ status });
      const { exchange } = await test_(receiver.url());
      expect(exchange.cause?.message).toMatch(`returned ${status}`);
      expect(exchange.cause?.message).not.toMatch(/deliver|retr(?:y|ied)|given up|resend/i);
    },
  );

  test('a test webhook has a new event id each time', async () => {
    const results = [await test_(receiver.url()), await test_(receiver.url())];
    expect(new Set(results.map(({ eventId }) => eventId)).size).toBe(2);
  });

  test('a test webhook is rejected without opening a socket if its address is forbidden', async () => {
    const policy = { allowPrivate: false };
    const sockets = await countSockets(async () => {
      await expect(test_(receiver.url(), { policy })).rejects.toMatchObject({
        code: 'webhook_url_rejected',
      });
    });
    expect([sockets, receiver.connections]).toEqual([0, 0]);
  });
});
