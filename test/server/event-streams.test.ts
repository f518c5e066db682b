import { describe, expect, test } from 'vitest';
import { sealSession } from '@/lib/auth/session-cookie';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { sessionSecret } from '@/lib/keys/secret-key';
import { createTestActor } from '@/test/support/actor';
import { startApp } from '@/test/support/app';
import { createTestDatabase } from '@/test/support/database';
import { collectEvents, type ReceivedEvents } from '@/test/support/event-stream';
import { createTestKey, TEST_SECRET_KEY } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const METRICS_TOKEN = 'm'.repeat(24);
const base = await openForTestFile(createTestDatabase());
const key = await createTestKey(base.db);
const app = await openForTestFile(
  startApp({
    databaseUrl: base.url,
    env: {
      SECRET_KEY: TEST_SECRET_KEY,
      BITCOIN_REGTEST: 'sandbox',
      METRICS_TOKEN,
    },
  }),
);

/** More streams than any client may open. */
const MANY = 1_000;

async function createPage(): Promise<string> {
  const response = await fetch(`${app.url}/v1/btc/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount_sats: 100_000 }),
  });
  const { checkout_url } = (await response.json()) as PaymentResponse;
  return `${app.url}${new URL(checkout_url).pathname}`;
}

/** Sends a request like a trusted proxy on this machine. */
const ask = (url: string, client: string, signal: AbortSignal | null = null) =>
  fetch(url, { headers: { 'x-forwarded-for': client }, signal });

test('an IP address with too many event streams gets 429, and its pages still load', async () => {
  const pages = await Promise.all(Array.from({ length: MANY / 40 }, createPage));
  const page = (nth: number) => pages[nth % pages.length] ?? '';
  const leave = new AbortController();
  const [greedy, other] = ['203.0.113.7', '2001:db8:0:7::1'];
  let open = 0;
  let answer = await ask(`${page(0)}/events`, greedy, leave.signal);
  for (; open < MANY && answer.status === 200; open += 1) {
    answer = await ask(`${page(open + 1)}/events`, greedy, leave.signal);
  }
  expect(open).toBeGreaterThanOrEqual(100);
  expect(open).toBeLessThan(MANY);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await answer.text()).toContain('address');
  expect((await ask(`${page(0)}/slip`, greedy)).status).toBe(200);
  expect((await ask(page(0), greedy)).status).toBe(200);

  const neighbour = await ask(`${page(0)}/events`, other, leave.signal);
  expect([neighbour.status, neighbour.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  leave.abort();
  await until('the address has room again', async () => {
    const again = new AbortController();
    const { status } = await ask(`${page(0)}/events`, greedy, again.signal);
    again.abort();
    return status === 200;
  });
});

describe('a dashboard', () => {
  async function signIn(): Promise<string> {
    const { sessionId } = await createTestActor(base.db, key.merchantId);
    const secret = sessionSecret(new Uint8Array(Buffer.from(TEST_SECRET_KEY, 'base64')));
    return `blocktally-session=${await sealSession(sessionId, secret)}`;
  }

  const openStream = (cookie: string, signal: AbortSignal | null = null) =>
    fetch(`${app.url}/api/dashboard/events`, {
      headers: { cookie, 'accept-encoding': 'gzip, br' },
      signal,
    });

  async function heard(response: Response): Promise<ReceivedEvents> {
    if (!response.body) throw new Error(`answered ${response.status}`);
    const stream = collectEvents(response.body);
    await until('the stream begins', () => stream.lines('changed').includes('all'));
    return stream;
  }

  async function openStreams(): Promise<number> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${app.url}/metrics`, { headers })).text();
    const line = /^blocktally_open_event_streams\{kind="dashboard"\} (\d+)$/m.exec(text);
    return Number(line?.[1] ?? Number.NaN);
  }

  test('the event stream of the dashboard is neither compressed nor buffered, and reports a payment', async () => {
    const cookie = await signIn();
    const leave = new AbortController();
    const response = await openStream(cookie, leave.signal);
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const stream = await heard(response);
    await createPage();
    await until('it is notified', () =>
      stream.lines('changed').some((change) => change.startsWith('payment pay_')),
    );
    expect(await openStreams()).toBe(1);
    leave.abort();
    await until('its place is free', async () => (await openStreams()) === 0);
  });

  test('an open dashboard does not delay the exit of the server', async () => {
    const stream = await heard(await openStream(await signIn()));
    const { code } = await app.kill('SIGTERM');
    expect(code).toBe(143);
    await until('the stream has ended', () => stream.hasEnded());
    await app.start();
  });
});
