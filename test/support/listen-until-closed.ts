import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { collectPushes } from './heard';

/**
 * Listens to the node at the URL in its argument until standard input ends. All timers are an hour
 * long, so the program exits in time only if closing ends every timer.
 */
const HOUR_MS = 3_600_000;
const timing = {
  handshakeMs: HOUR_MS,
  heartbeatMs: HOUR_MS,
  retryMs: [HOUR_MS, HOUR_MS],
  renewMs: HOUR_MS,
} as const;

const url = new URL(process.argv[2] ?? '');
const { listening } = collectPushes(
  createBitcoindSource('regtest', url, undefined, { timing }).pushed,
);
process.stdin.once('end', () => listening.close());
process.stdin.resume();
