import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { hear } from './heard';

/**
 * A program that listens to the node at the URL of its argument until its standard input ends. All
 * its waits are an hour long, so that anything left open by closing keeps the program alive.
 */
const HOUR_MS = 3_600_000;
const timing = {
  handshakeMs: HOUR_MS,
  heartbeatMs: HOUR_MS,
  retryMs: [HOUR_MS, HOUR_MS],
  renewMs: HOUR_MS,
} as const;

const url = new URL(process.argv[2] ?? '');
const { listening } = hear(createBitcoindSource('regtest', url, undefined, { timing }).pushed);
process.stdin.once('end', () => listening.close());
process.stdin.resume();
