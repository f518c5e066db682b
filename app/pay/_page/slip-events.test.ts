import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { keepForProcess } from '@/lib/once-per-process';
import type { PublicPayment } from '@/lib/payments/public';
import { PaymentWatch } from '@/lib/payments/public-watch';
import { slipEvents } from './slip-events';

const payment: PublicPayment = {
  checkoutId: 'co_of_no_payment',
  merchantName: 'Shop',
  reference: null,
  network: 'regtest',
  address: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx',
  amountSats: 1_000,
  receivedSats: 0,
  dueSats: 1_000,
  status: 'pending',
  flags: [],
  confirmations: 0,
  requiredConfirmations: 3,
  txid: null,
  expiresAt: new Date('2026-05-01T13:00:00Z'),
  detectedAt: null,
  confirmedAt: null,
  walletUri: 'bitcoin:x',
  qrText: 'bitcoin:x',
  embedOrigins: [],
};

const CHANGES = 50;

let notify: (payload?: string) => void;
let reads: number;
let page: AbortController;

/** Resolves when all pending microtasks are done. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

// The renderer is loaded lazily.
beforeAll(() => import('react-dom/server'));
beforeEach(() => {
  notify = () => {};
  reads = 0;
  page = new AbortController();
  const own = {
    clock: () => new Date('2026-05-01T12:00:00Z'),
    env: { sources: { regtest: { kind: 'sandbox' } } },
  };
  const watch = new PaymentWatch({
    read: async () => {
      reads += 1;
      return [payment];
    },
    listen: async (onNotify) => {
      notify = onNotify;
    },
    onError: (error) => {
      throw error;
    },
  });
  keepForProcess('runtime', own);
  keepForProcess('payment watch', watch, own);
});
afterEach(() => {
  page.abort();
  keepForProcess('runtime', undefined);
  keepForProcess('payment watch', undefined);
});

const request = (method = 'GET') => ({ method, signal: page.signal });

/** Changes the payment. Returns whether the page was still watched. */
async function change(): Promise<boolean> {
  const before = reads;
  notify(payment.checkoutId);
  await turn();
  return reads > before;
}

test('a page that reads its events gets every change', async () => {
  const reader = slipEvents(payment, 'en', request())?.getReader();
  const next = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await next()).toMatch(/^retry: /);
  expect(await next()).toMatch(/^event: slip\ndata: \{"tag"/);
  for (let count = 0; count < CHANGES; count += 1) {
    expect(await change()).toBe(true);
    expect(await next()).toMatch(/^event: slip\n/);
  }
});

test('a page that stops reading is dropped after a few changes, with its queue', async () => {
  const events = slipEvents(payment, 'en', request());
  let changes = 0;
  while (changes < CHANGES && (await change())) changes += 1;
  expect(changes).toBeLessThan(CHANGES);
  await expect(new Response(events).text()).rejects.toMatchObject({ name: 'AbortError' });
});

test('a page that closes before its first event is not watched', async () => {
  page.abort();
  slipEvents(payment, 'en', request());
  expect(await change()).toBe(false);
});

test('a HEAD request is not watched', async () => {
  const events = slipEvents(payment, 'en', request('HEAD'));
  expect(await change()).toBe(false);
  expect(await new Response(events).text()).toBe('');
});
