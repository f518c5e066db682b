import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../support/spread';

/** How a server fared during some work. All in ms. */
export interface LoopSample {
  /** Delay of its event loop, beyond the timer that measures it. */
  readonly p99Ms: number;
  readonly longestMs: number;
  /** 99th percentile of small requests, sent at a steady rate. */
  readonly requestMs: number;
}

export interface WatchedServer {
  readonly url: string;
  readonly apiKey: string;
  /** The METRICS_TOKEN. */
  readonly token: string;
}

/** prom-client's gauges count the 10 ms of their own timer, and begin anew with every reading. */
const TIMER_MS = 10;
const EVERY_MS = 20;
/** Below this, a delay is as good as none. */
const LEAST_MS = 0.1;

/** Watches the event loop of a server while `work` goes on. */
export async function watchLoop(
  server: WatchedServer,
  work: () => Promise<unknown>,
): Promise<LoopSample> {
  await readGauges(server);
  const sent: Promise<number>[] = [];
  const timer = setInterval(() => sent.push(requestMs(server)), EVERY_MS);
  try {
    await work();
    // A short work would end before the first request.
    await sleep(EVERY_MS * 2);
  } finally {
    clearInterval(timer);
  }
  const gauges = await readGauges(server);
  const delayMs = (name: string) =>
    Math.max(
      (gauges.get(`nodejs_eventloop_lag_${name}_seconds`) ?? Number.NaN) * 1_000 - TIMER_MS,
      LEAST_MS,
    );
  const times = (await Promise.all(sent)).sort((a, b) => a - b);
  return { p99Ms: delayMs('p99'), longestMs: delayMs('max'), requestMs: quantile(times, 0.99) };
}

/** A request that asks the database for a payment. */
async function requestMs({ url, apiKey }: WatchedServer): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${url}/v1/btc/payments/pay_0`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  await response.arrayBuffer();
  if (response.status !== 404) throw new Error(`a request was answered ${response.status}`);
  return performance.now() - began;
}

async function readGauges({ url, token }: WatchedServer): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`the metrics were answered ${response.status}`);
  const lines = (await response.text()).matchAll(/^(\w+) ([\d.e+-]+)$/gm);
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]));
}
