import { randomInt } from 'node:crypto';
import path from 'node:path';
import { CACHE } from '@/scripts/lib/checkout.mjs';
import { withLock } from '@/scripts/lib/lock.mjs';
import { findListenError } from '@/scripts/lib/ports.mjs';
import { registeredProcesses, registerProcess } from '@/scripts/lib/register-process.mjs';

/** All of these ports are below Linux's ephemeral ports (32768 and up). */
const FIRST = 20_000;
const LAST = 31_999;
const TAKEN = path.join(CACHE, 'ports');

/**
 * Reserves a free port for this process, even while its server restarts. Parallel tests reserve
 * other ports.
 */
export function reserveStablePort(): Promise<number> {
  return withLock(`${TAKEN}.lock`, async () => {
    const taken = new Set(registeredProcesses(TAKEN).map(({ what }) => Number(what)));
    for (;;) {
      const port = randomInt(FIRST, LAST);
      if (taken.has(port) || (await findListenError(port, '127.0.0.1')) !== undefined) continue;
      registerProcess(TAKEN, String(port));
      return port;
    }
  });
}
