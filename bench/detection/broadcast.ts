import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressToScript } from '@/lib/bitcoin/address';
import type { TestNode } from '@/test/support/bitcoind';
import { until } from '@/test/support/wait';
import type { SpendableOutputs } from '../chain/coins';
import type { BenchServer } from '../create/servers';
import { quantile } from '../support/spread';
import { type OpenPaymentPage, openPaymentPage } from './open-payment-page';
import type { BenchReceiver } from './receiver';

/** The times count from the broadcast of one transaction. */
export interface DetectionTimes {
  readonly webhookMs: number;
  readonly pageMs: number;
  /** The minimum for any service: the node's response to the broadcast plus a bare POST. */
  readonly floorMs: number;
}

export interface BroadcastOptions {
  readonly node: TestNode;
  readonly coins: SpendableOutputs;
  readonly receiver: BenchReceiver;
  readonly built: BenchServer;
  readonly count: number;
}

interface Waiting {
  readonly path: string;
  readonly script: string;
  readonly page: OpenPaymentPage;
}

/** This makes 25 transactions per second. Bitcoin's blocks have room for about eight per second. */
const EVERY_MS = 40;
const WARM_UP = 4;
const MAX_BATCH = 25;
const AMOUNT = 50_000;
const MAX_WAIT_MS = 60_000;

export async function measureDetectionTimes(parts: BroadcastOptions): Promise<DetectionTimes[]> {
  const { receiver, count } = parts;
  const postMs = await barePosts(receiver);
  const payments = await openPayments(parts, count + WARM_UP);
  const [measured, first] = [payments.slice(WARM_UP), payments.slice(0, WARM_UP)];
  // The warm-up is not measured, because the server's first read of a full mempool is slow.
  await payAll(parts, first);
  const sent = await payAll(parts, measured);
  for (const { page } of payments) page.close();
  return sent.map(({ at, answeredAt, webhookAt, pageAt }) => ({
    webhookMs: webhookAt - at,
    pageMs: pageAt - at,
    floorMs: answeredAt - at + postMs,
  }));
}

interface Sent {
  readonly at: number;
  readonly answeredAt: number;
  readonly webhookAt: number;
  readonly pageAt: number;
}

async function payAll(parts: BroadcastOptions, payments: readonly Waiting[]): Promise<Sent[]> {
  const { node, coins, receiver } = parts;
  const began = performance.now();
  const answers = payments.map(async ({ script }, n) => {
    const { hex } = coins.pay(script, AMOUNT);
    await sleep(began + n * EVERY_MS - performance.now());
    const at = performance.now();
    await node.rpc('sendrawtransaction', hex);
    return { at, answeredAt: performance.now() };
  });
  const sent = await Promise.all(answers);
  const found = () =>
    payments.map(({ path, page }, n) => {
      const times = sent[n] ?? { at: 0, answeredAt: 0 };
      const webhookAt = receiver.arrivals.get(path) ?? Number.NaN;
      return { ...times, webhookAt, pageAt: page.changedAfter(times.at) ?? Number.NaN };
    });
  await until(
    'every payment was seen',
    () => found().every(({ webhookAt, pageAt }) => webhookAt + pageAt > 0),
    MAX_WAIT_MS,
  );
  return found();
}

async function openPayments(parts: BroadcastOptions, count: number): Promise<Waiting[]> {
  const payments: Waiting[] = [];
  for (let start = 0; start < count; start += MAX_BATCH) {
    const size = Math.min(MAX_BATCH, count - start);
    const some = Array.from({ length: size }, (_, n) => openPayment(parts, start + n));
    payments.push(...(await Promise.all(some)));
  }
  return payments;
}

let paths = 0;

async function openPayment({ built, receiver }: BroadcastOptions, nth: number): Promise<Waiting> {
  const { server, key } = built;
  const path = `/hooks/${paths++}`;
  const response = await fetch(`${server.url}/v1/btc/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount_sats: AMOUNT, webhook_url: receiver.url(path) }),
  });
  const { address, checkout_url } = (await response.json()) as Record<string, string>;
  const script = addressToScript(address ?? '', 'regtest');
  const page = await openPaymentPage(server.url, checkout_url ?? '', nth);
  return { path, script, page };
}

async function barePosts({ url, arrivals }: BenchReceiver): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 50; n += 1) {
    const path = `/bare/${paths++}`;
    const at = performance.now();
    await new Promise((resolve, reject) => {
      const outgoing = request(url(path), { method: 'POST' }, (response) =>
        response.resume().once('end', resolve),
      );
      outgoing.once('error', reject).end('{}');
    });
    times.push((arrivals.get(path) ?? Number.NaN) - at);
  }
  return quantile(
    times.sort((a, b) => a - b),
    0.5,
  );
}
