import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * A server loads this module before its program. Each request gets the event loop's delays since
 * the previous request. The server's own metrics sample too rarely for a short run.
 */
const EVERY_MS = 10;

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: EVERY_MS });
  delays.enable();
  const beyondTimer = (ns) => ns / 1e6 - EVERY_MS;
  createServer((_, response) => {
    const [p99Ms, longestMs] = [delays.percentile(99), delays.max].map(beyondTimer);
    response.end(JSON.stringify({ p99Ms, longestMs }));
    delays.reset();
  })
    .listen(Number(process.env.LOOP_PROBE_PORT), '127.0.0.1')
    .unref();
}
