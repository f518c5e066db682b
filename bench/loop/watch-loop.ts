import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../support/spread';

/** The responsiveness of a server during some work. All in ms. */
export interface LoopSample {
  /** The delay of the server's event loop, without the interval of the timer that measures it. */
  readonly p99Ms: number;
  readonly longestMs: number;
  /** 99th percentile of the response times of small requests, which are sent at a steady rate. */
  readonly requestMs: number;
}

export interface WatchedServer {
  readonly url: string;
  readonly apiKey: string;
  /** The URL at which probe.mjs responds. */
  readonly probeUrl: string;
}

const EVERY_MS = 20;
/** Smaller delays are reported as this value, so that the ratio of two delays is never infinite. */
const MIN_MS = 0.1;

/** Watches the event loop of a server during `work`. */
export async function watchLoop(
  server: WatchedServer,
  work: () => Promise<unknown>,
): Promise<LoopSample> {
  await readDelays(server);
  const sent: Promise<number>[] = [];
  const timer = setInterval(() => sent.push(requestMs(server)), EVERY_MS);
  try {
    await work();
    // This wait lets the first request begin, even if `work` is short.
    await sleep(EVERY_MS * 2);
  } finally {
    clearInterval(timer);
  }
  const { p99Ms, longestMs } = await readDelays(server);
  const times = (await Promise.all(sent)).sort((a, b) => a - b);
  return {
    p99Ms: Math.max(p99Ms, MIN_MS),
    longestMs: Math.max(longestMs, MIN_MS),
    requestMs: quantile(times, 0.99),
  };
}

/** Sends a request that reads a payment from the database, and returns its response time. */
async function requestMs({ url, apiKey }: WatchedServer): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${url}/v1/btc/payments/pay_0`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  await response.arrayBuffer();
  if (response.status !== 404) throw new Error(`a request got status ${response.status}`);
  return performance.now() - began;
}

/** Returns the event loop's delays since the last call. */
async function readDelays({ probeUrl }: WatchedServer): Promise<Omit<LoopSample, 'requestMs'>> {
  return (await fetch(probeUrl)).json();
}
