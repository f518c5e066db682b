import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { setProcessValue } from '@/lib/once-per-process';
import type { PublicPayment } from '@/lib/payments/public';
import { PageWatch } from '@/lib/payments/public-watch';
import { PUBLIC_PAYMENT } from '@/test/support/public-payment';
import { slipEvents } from './slip-events';

const payment: PublicPayment = {
  ...PUBLIC_PAYMENT,
  network: 'regtest',
  address: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx',
};

const CHANGES = 50;

let notify: (payload?: string) => void;
let reads: number;
let page: AbortController;

/** Resolves after all pending microtasks. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

// Loaded before the tests, because the code under test loads it lazily.
beforeAll(() => import('react-dom/server'));
beforeEach(() => {
  notify = () => {};
  reads = 0;
  page = new AbortController();
  const own = {
    clock: () => new Date('2026-05-01T12:00:00Z'),
    env: { sources: { regtest: { kind: 'sandbox' } }, trustedProxies: ['192.0.2.9/32'] },
  };
  const watch = new PageWatch<PublicPayment>({
    idOf: ({ checkoutId }) => checkoutId,
    read: async () => {
      reads += 1;
      return [{ ...payment, confirmations: reads }];
    },
    listen: async (onNotify) => {
      notify = onNotify;
    },
    onError: (error) => {
      throw error;
    },
  });
  setProcessValue('runtime', own);
  setProcessValue('payment watch', watch, own);
});
afterEach(() => {
  page.abort();
  setProcessValue('runtime', undefined);
  setProcessValue('payment watch', undefined);
});

const request = (method = 'GET', from = '192.0.2.1') => {
  const headers = new Headers({ 'x-blocktally-peer': from });
  return { method, headers, signal: AbortSignal.any([page.signal]) };
};

function opened(...given: Parameters<typeof slipEvents>) {
  const events = slipEvents(...given);
  if (typeof events === 'string') throw new Error(`no room: ${events}`);
  return events;
}

/** Reports a change of the payment. Returns whether the page was still watching it. */
async function change(): Promise<boolean> {
  const before = reads;
  notify(payment.checkoutId);
  await turn();
  return reads > before;
}

test('a page that keeps reading its event stream receives every change', async () => {
  const reader = opened(payment, 'en', request()).getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await next()).toMatch(/^retry: /);
  expect(await next()).toMatch(/^event: slip\ndata: \{"tag"/);
  for (let count = 0; count < CHANGES; count += 1) {
    expect(await change()).toBe(true);
    expect(await next()).toMatch(/^event: slip\n/);
  }
});

test('a page that stops reading its event stream is disconnected after a few changes', async () => {
  const events = opened(payment, 'en', request());
  let changes = 0;
  while (changes < CHANGES && (await change())) changes += 1;
  expect(changes).toBeLessThan(CHANGES);
  await expect(new Response(events).text()).rejects.toMatchObject({ name: 'AbortError' });
});

test('a page that was closed before its first event has no subscription to changes', async () => {
  page.abort();
  slipEvents(payment, 'en', request());
  expect(await change()).toBe(false);
});

test('a HEAD request creates no subscription to changes', async () => {
  const events = opened(payment, 'en', request('HEAD'));
  expect(await change()).toBe(false);
  expect(await new Response(events).text()).toBe('');
});

test('the limit on open pages applies per client address behind a trusted proxy, and per /64 for IPv6', () => {
  const from = (peer: string, forwarded: string) => {
    const asked = request('GET', peer);
    asked.headers.set('x-forwarded-for', forwarded);
    return asked;
  };
  const paymentOf = (nth: number) => ({ ...payment, checkoutId: `co_${nth}` });
  const refusalOf = (nth: number, asked: ReturnType<typeof request>) => {
    const events = slipEvents(paymentOf(nth), 'en', asked);
    return typeof events === 'string' ? events : undefined;
  };
  const next = (nth: number) => refusalOf(nth, from('192.0.2.9', `2001:db8::${nth.toString(16)}`));
  let pages = 0;
  while (pages < 1_000 && next(pages) === undefined) pages += 1;
  expect(pages).toBeGreaterThanOrEqual(100);
  expect(refusalOf(pages, from('192.0.2.9', '2001:db8::ffff'))).toBe('client');
  expect(refusalOf(pages, from('192.0.2.9', '2001:db8:0:1::1'))).toBeUndefined();
  // The forwarding header is ignored, because the request does not come from a proxy.
  expect(refusalOf(pages, from('192.0.2.8', '2001:db8::1'))).toBeUndefined();
});
