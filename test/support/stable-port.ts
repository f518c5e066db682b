import { randomInt } from 'node:crypto';
import { whyNotListen } from '@/scripts/lib/ports.mjs';

/** Below the ports that Linux gives to whoever asks for any (32768 and up). */
const FIRST = 20_000;
const LAST = 31_999;

/**
 * A free port that stays free until who is to listen there has started, and while it is down for a
 * moment: tests that run at the same time take theirs elsewhere. Never of a seed.
 */
export async function stablePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if ((await whyNotListen(port, '127.0.0.1')) === undefined) return port;
  }
}
