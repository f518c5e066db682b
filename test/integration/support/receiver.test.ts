import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '@/test/support/receiver';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const post = (body: string, init: RequestInit = {}) =>
  fetch(receiver.url('/hook?x=1'), { method: 'POST', body, ...init });

test('the receiver keeps the bytes and the headers as they came', async () => {
  await post('{"a": 1 }', { headers: { 'X-One': 'two' } });
  const [request] = await receiver.received(1);
  expect(request?.body.toString()).toBe('{"a": 1 }');
  expect(request?.headers['x-one']).toBe('two');
  expect(request?.path).toBe('/hook?x=1');
});

test('a reset or cut exchange fails on the sender', async () => {
  receiver.respond('reset');
  await expect(post('x')).rejects.toThrow();
  receiver.respond('cut');
  await expect(post('x').then((response) => response.text())).rejects.toThrow();
});

test('a hanging and a dripping exchange last until the sender gives up', async () => {
  for (const reply of ['hang', 'drip'] as const) {
    receiver.respond(reply);
    const exchange = post('x', { signal: AbortSignal.timeout(200) }).then((r) => r.text());
    await expect(exchange).rejects.toThrow(/timeout|aborted/);
  }
});

test('the answer can depend on how many requests came before', async () => {
  receiver.respond((_, nth) => ({ status: nth === 1 ? 503 : 200 }));
  expect([(await post('x')).status, (await post('x')).status]).toEqual([503, 200]);
});
