import path from 'node:path';
import { CACHE } from './checkout.mjs';
import { signedOn, signOn } from './sign-on.mjs';

const SERVERS = path.join(CACHE, 'servers');

/** Notes that a server of this process uses the folder's build and packages; the note ends with it. */
export function holdFolder(address) {
  return signOn(SERVERS, address);
}

/**
 * A server reads parts of its build and of its packages only when it first needs them.
 *
 * @param {string} why what would be done now
 * @param {string} loss what a running server would lose by it
 * @throws Error naming the running server
 */
export function refuseUnderRunningServer(why, loss) {
  const [other] = signedOn(SERVERS);
  if (!other) return;
  throw new Error(
    `${why}, but a server of this folder still runs at ${other.what} (process ${other.pid}).\n` +
      `Stop it first: ${loss}.`,
  );
}
