import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../support/spread';

export interface EventLoopSample {
  /** The delay of the event loop, without the interval of the timer that measures it. */
  readonly p99Ms: number;
  readonly longestMs: number;
  /** The 99th percentile of the response times of small requests at a steady rate. */
  readonly requestMs: number;
}

export interface WatchedServer {
  readonly url: string;
  readonly apiKey: string;
  readonly probeUrl: string;
}

const EVERY_MS = 20;
/** Smaller delays count as this value, because the ratio of two delays must not be infinite. */
const MIN_MS = 0.1;

export async function sampleEventLoop(
  server: WatchedServer,
  work: () => Promise<unknown>,
): Promise<EventLoopSample> {
  await readDelays(server);
  const sent: Promise<number>[] = [];
  const timer = setInterval(() => sent.push(requestMs(server)), EVERY_MS);
  try {
    await work();
    // Even if `work` is short, at least one request must be measured.
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

async function requestMs({ url, apiKey }: WatchedServer): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${url}/v1/btc/payments/pay_0`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  await response.arrayBuffer();
  if (response.status !== 404) throw new Error(`a request got status ${response.status}`);
  return performance.now() - began;
}

async function readDelays({
  probeUrl,
}: WatchedServer): Promise<Omit<EventLoopSample, 'requestMs'>> {
  return (await fetch(probeUrl)).json();
}
