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

/** All that is to be done without waiting for anything outside is done then. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

// What an event is drawn with is loaded when it is first needed.
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

const asked = (method = 'GET') => ({ method, signal: page.signal });

/** The payment moves. Whether anybody was still there to be told. */
async function move(): Promise<boolean> {
  const before = reads;
  notify(payment.checkoutId);
  await turn();
  return reads > before;
}

test('a page that takes what it is sent hears of every change', async () => {
  const reader = slipEvents(payment, 'en', asked())?.getReader();
  const next = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await next()).toMatch(/^retry: /);
  expect(await next()).toMatch(/^event: slip\ndata: \{"tag"/);
  for (let change = 0; change < CHANGES; change += 1) {
    expect(await move()).toBe(true);
    expect(await next()).toMatch(/^event: slip\n/);
  }
});

test('a page that takes nothing is let go after some changes, and what waited for it too', async () => {
  const events = slipEvents(payment, 'en', asked());
  let changes = 0;
  while (changes < CHANGES && (await move())) changes += 1;
  expect(changes).toBeLessThan(CHANGES);
  await expect(new Response(events).text()).rejects.toMatchObject({ name: 'AbortError' });
});

test('a page that has gone before its first event is not waited for', async () => {
  page.abort();
  slipEvents(payment, 'en', asked());
  expect(await move()).toBe(false);
});

test('who asks for the head of it alone is watched for by nobody', async () => {
  const events = slipEvents(payment, 'en', asked('HEAD'));
  expect(await move()).toBe(false);
  expect(await new Response(events).text()).toBe('');
});
