import { randomInt } from 'node:crypto';
import { whyNotListen } from '@/scripts/lib/ports.mjs';

/** Below the ports that Linux gives to outgoing connections (32768 and up). */
const FIRST = 20_000;
const LAST = 31_999;

/** A free port that stays free while who listens on it is down for a moment; never of a seed. */
export async function stablePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if ((await whyNotListen(port, '127.0.0.1')) === undefined) return port;
  }
}
