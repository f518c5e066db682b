import path from 'node:path';
import { CACHE } from './checkout.mjs';
import { registeredProcesses, registerProcess } from './register-process.mjs';

const SERVERS = path.join(CACHE, 'servers');
/** Development servers use the packages, but no build. */
const DEV_SERVERS = path.join(CACHE, 'dev-servers');

/**
 * Records that a server of this process uses the packages and the build of this checkout. The
 * record is valid until the process ends.
 */
export function registerServer(address, { dev = false } = {}) {
  return registerProcess(dev ? DEV_SERVERS : SERVERS, address);
}

/**
 * Throws if a server still needs the files that a change would replace. A server reads parts of its
 * build and packages only when it first needs them.
 *
 * @param {string} why the change that would be made
 * @param {string} loss what a running server would lose by it
 * @param {{ dev?: boolean }} [options] dev: whether a development server would lose it too
 * @throws Error with the address of the running server
 */
export function assertNoRunningServer(why, loss, { dev = false } = {}) {
  const [other] = [SERVERS, ...(dev ? [DEV_SERVERS] : [])].flatMap(registeredProcesses);
  if (!other) return;
  throw new Error(
    `${why}, but a server of this folder still runs at ${other.what} (process ${other.pid}).\n` +
      `Stop it first: ${loss}.`,
  );
}
