import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ClientOptions } from '@/sdk/src/caller';
import { Blocktally } from '@/sdk/src/client';
import type { ApiError } from '@/sdk/src/errors';
import { type Receiver, type Reply, startReceiver } from '@/test/support/receiver';

let receiver: Receiver;

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const client = (options: Partial<ClientOptions> = {}) =>
  new Blocktally({ baseUrl: receiver.url(), apiKey: 'btly_sig_1', backOffMs: 1, ...options });

const json = (status: number, body: unknown, headers = {}): Reply => ({
  status,
  body: JSON.stringify(body),
  headers,
});
const problem = (status: number, code: string, headers = {}) =>
  json(status, { code, status, detail: 'Said in words.', request_id: 'req_1' }, headers);
const PAYMENT = json(201, { id: 'pay_1' });

/** The receiver sends these responses in order, and then repeats the last one. */
const inTurn = (...replies: Reply[]) =>
  receiver.respond((_request, nth) => replies[nth - 1] ?? replies.at(-1) ?? 'hang');
const methods = () => receiver.requests.map(({ method }) => method);

describe('creating a payment', () => {
  test('the SDK uses one Idempotency-Key for all attempts of a create call, and a new key per call', async () => {
    inTurn('reset', problem(503, 'database_unavailable'), problem(500, 'internal_error'), PAYMENT);
    await client().createPayment({ amount_sats: 1 });
    await client().createPayment({ amount_sats: 1 });
    const keys = receiver.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(5);
    expect(new Set(keys.slice(0, 4)).size).toBe(1);
    expect(keys[4]).not.toBe(keys[0]);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
  });

  test('a create call is repeated with the same key after any 5xx status of a server or proxy', async () => {
    inTurn(...[500, 501, 520, 524].map((status) => ({ status, body: 'error' })), PAYMENT);
    const patient = client({ maxRetries: 4 });
    expect(await patient.createPayment({ amount_sats: 1 })).toEqual({ id: 'pay_1' });
    const keys = receiver.requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  test('a create call with a given Idempotency-Key is retried while the server still processes its first attempt', async () => {
    inTurn(problem(409, 'idempotency_in_progress', { 'retry-after': '0' }), PAYMENT);
    const options = { idempotencyKey: 'order-1001' };
    expect(await client().createPayment({ amount_sats: 1 }, options)).toEqual({ id: 'pay_1' });
    expect(receiver.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'order-1001',
      'order-1001',
    ]);
  });
});

describe('attempts', () => {
  test('the SDK limits attempts to the configured number, and then throws the last error', async () => {
    receiver.respond(problem(503, 'database_unavailable', { 'retry-after': '0' }));
    await expect(client({ maxRetries: 2 }).getPayment('pay_1')).rejects.toMatchObject({
      name: 'ApiError',
      status: 503,
      code: 'database_unavailable',
      retryAfterMs: 0,
    });
    expect(methods()).toEqual(['GET', 'GET', 'GET']);
  });

  test.each([
    ['a rejection', problem(422, 'webhook_url_rejected')],
    ['a missing payment', problem(404, 'payment_not_found')],
    ['a wait of more than half a minute', problem(429, 'rate_limited', { 'retry-after': '31' })],
  ])('a request is not repeated after %s', async (_what, reply) => {
    receiver.respond(reply);
    await expect(client().createPayment({ amount_sats: 1 })).rejects.toThrow('Said in words.');
    expect(methods()).toEqual(['POST']);
  });

  test.each([['reset' as const], [problem(500, 'internal_error')], [problem(502, 'x')]])(
    'a request that is not idempotent and may have been executed is not repeated: %j',
    async (reply) => {
      receiver.respond(reply);
      await expect(client().sandboxMine()).rejects.toThrow();
      await expect(client().sendTestWebhook({ webhook_url: 'http://x' })).rejects.toThrow();
      expect(methods()).toEqual(['POST', 'POST']);
    },
  );

  test('after a 429 response, a request is repeated even if its operation is not idempotent', async () => {
    inTurn(problem(429, 'rate_limited', { 'retry-after': '0' }), json(200, { blocks: [] }));
    expect(await client().sandboxMine()).toEqual({ blocks: [] });
  });

  test('before the next attempt, the client waits for the time that Retry-After requests', async () => {
    inTurn(problem(429, 'rate_limited', { 'retry-after': '1' }), json(200, { id: 'pay_1' }));
    await client().getPayment('pay_1');
    const [first, second] = receiver.requests;
    expect(Number(second?.at) - Number(first?.at)).toBeGreaterThanOrEqual(990);
  });
});

describe('an error', () => {
  test('an error lists each invalid field once', async () => {
    const amount = { pointer: '/amount_sats', code: 'too_small', message: 'Must be at least 1.' };
    const other = { pointer: '/expires_in', code: 'required', message: 'Is required.' };
    const invalid = { code: 'invalid_request', request_id: 'req_9' };
    const thrown = async (detail: string, errors: object[]) => {
      receiver.respond(json(400, { ...invalid, detail, errors }));
      const error = await client()
        .createPayment({ amount_sats: 0 })
        .catch((one: unknown) => one);
      expect(error).toMatchObject({ code: 'invalid_request', requestId: 'req_9', errors });
      return error as ApiError;
    };
    const one = await thrown('"/amount_sats" must be at least 1.', [amount]);
    expect(one.message).toBe('"/amount_sats" must be at least 1.');
    const two = await thrown('2 errors in this request: see errors.', [amount, other]);
    expect(two.message).toBe(
      '2 errors in this request: see errors. /amount_sats: Must be at least 1. /expires_in: Is required.',
    );
    expect(two.problem).toMatchObject({ errors: [amount, other] });
    expect(inspect(two).match(/expires_in/g)).toHaveLength(2);
  });

  test.each([
    ['the error page of a proxy', { status: 403, body: '<h1>Checking your browser</h1>' }],
    ['a redirect', { status: 301, headers: { location: 'https://elsewhere.example/' } }],
    ['a success without JSON', { status: 200, body: '<h1>Welcome</h1>' }],
  ])(
    'after an undocumented response, the client throws an ApiError with the response’s status: %s',
    async (_what, reply) => {
      receiver.respond(reply);
      await expect(client().getPayment('pay_1')).rejects.toMatchObject({
        name: 'ApiError',
        code: 'unreadable_answer',
        status: reply.status,
      });
      expect(receiver.requests).toHaveLength(1);
    },
  );

  test.each(['hang', 'drip'] as const)(
    'if a request times out, the client throws a ConnectionError (behavior of the server: %s)',
    async (reply) => {
      receiver.respond(reply);
      let attempts = 0;
      // The receiver's count would be too low if a request arrived only after its timeout.
      const counting: typeof fetch = (...request) => {
        attempts += 1;
        return fetch(...request);
      };
      const impatient = client({ timeoutMs: 200, maxRetries: 1, fetch: counting });
      await expect(impatient.getPayment('pay_1')).rejects.toMatchObject({
        name: 'ConnectionError',
        reason: 'timeout',
      });
      expect(attempts).toBe(2);
    },
  );

  test('if the connection fails, the client throws a ConnectionError', async () => {
    await receiver.close();
    const refused = client({ maxRetries: 0 }).getPayment('pay_1');
    await expect(refused).rejects.toMatchObject({ name: 'ConnectionError', reason: 'network' });
  });
});

test('an AbortSignal ends a request or the wait before the next attempt, and its reason is thrown', async () => {
  const aborting = async (reply: Reply) => {
    const controller = new AbortController();
    receiver.respond(reply);
    const before = receiver.requests.length;
    const asked = client().getPayment('pay_1', { signal: controller.signal });
    const ended = expect(asked).rejects.toThrow('the order was withdrawn');
    await receiver.received(before + 1);
    controller.abort(new Error('the order was withdrawn'));
    await ended;
    expect(receiver.requests).toHaveLength(before + 1);
  };
  await aborting('hang');
  await aborting(problem(503, 'database_unavailable', { 'retry-after': '30' }));
});

test('payments are listed page by page, with each page starting at the previous page’s cursor', async () => {
  const page = (ids: string[], next_cursor: string | null) =>
    json(200, {
      data: ids.map((id) => ({ id })),
      pagination: { has_more: next_cursor !== null, next_cursor },
    });
  inTurn(page(['c', 'b'], 'b='), page(['a'], null));
  const range = { from: new Date('2026-01-01T00:00:00.900Z'), to: 2_000_000_000, limit: 2 };
  const ids: string[] = [];
  for await (const { id } of client().eachPayment(range)) ids.push(id);
  expect(ids).toEqual(['c', 'b', 'a']);
  expect(receiver.requests.map(({ path }) => path)).toEqual([
    '/v1/btc/payments?limit=2&from=1767225600&to=2000000000',
    '/v1/btc/payments?limit=2&from=1767225600&to=2000000000&cursor=b%3D',
  ]);
});

test('events are listed page by page to the end, starting after the last event read', async () => {
  const page = (ids: string[], next_after: string, has_more: boolean) =>
    json(200, { data: ids.map((id) => ({ id })), pagination: { has_more, next_after } });
  inTurn(page(['b', 'c'], 'c', true), page(['d'], 'd', false));
  const ids: string[] = [];
  for await (const { id } of client().events('a')) ids.push(id);
  expect(ids).toEqual(['b', 'c', 'd']);
  expect(receiver.requests.map(({ path }) => path)).toEqual([
    '/v1/events?after=a&limit=100',
    '/v1/events?after=c&limit=100',
  ]);
});

test('the SDK sends several statuses as one parameter', async () => {
  receiver.respond(json(200, { data: [], pagination: { has_more: false, next_cursor: null } }));
  await client().listPayments({ from: 1, to: 2, status: ['pending', 'expired'], reference: 'a b' });
  expect(receiver.requests[0]?.path).toBe(
    '/v1/btc/payments?from=1&to=2&status=pending%2Cexpired&reference=a+b',
  );
});

test.each(['', '..', 'pay_1/cancel', 'pay_1?x'])(
  'a call with an invalid id sends no request, since the id would change the path: %j',
  async (id) => {
    await expect(client().getPayment(id)).rejects.toThrow(TypeError);
    expect(receiver.requests).toEqual([]);
  },
);

test.each(['/shop', '/shop/', '/shop/v1', '/shop/v1/'])(
  'the client works with a server below the path %s',
  async (path) => {
    receiver.respond(PAYMENT);
    await client({ baseUrl: receiver.url(path) }).cancelPayment('pay_1');
    expect(receiver.requests[0]?.path).toBe('/shop/v1/btc/payments/pay_1/cancel');
  },
);
