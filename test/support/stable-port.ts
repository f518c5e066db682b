import { randomInt } from 'node:crypto';
import path from 'node:path';
import { CACHE } from '@/scripts/lib/checkout.mjs';
import { withLock } from '@/scripts/lib/lock.mjs';
import { whyNotListen } from '@/scripts/lib/ports.mjs';
import { signedOn, signOn } from '@/scripts/lib/sign-on.mjs';

/** Below the ports that Linux gives to whoever asks for any (32768 and up). */
const FIRST = 20_000;
const LAST = 31_999;
const TAKEN = path.join(CACHE, 'ports');

/**
 * A free port that stays this process's own, until who is to listen there has started, and while it
 * is down for a moment: tests that run at the same time take theirs elsewhere. Never of a seed.
 */
export function stablePort(): Promise<number> {
  return withLock(`${TAKEN}.lock`, async () => {
    const taken = new Set(signedOn(TAKEN).map(({ what }) => Number(what)));
    for (;;) {
      const port = randomInt(FIRST, LAST);
      if (taken.has(port) || (await whyNotListen(port, '127.0.0.1')) !== undefined) continue;
      signOn(TAKEN, String(port));
      return port;
    }
  });
}
