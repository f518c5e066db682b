import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';

const REASONS = {
  EACCES: ['belongs to another user', 'Give it to this user (chown), or set'],
  EPERM: ['belongs to another user', 'Give it to this user (chown), or set'],
  EROFS: ['is on a read-only file system', 'Make that writable, or set'],
  ENOTDIR: ['is not a folder', 'Remove that file, or set'],
};

/**
 * Checks that this user can write to a data folder, before anything is built or started.
 *
 * @param {string} dataDir absolute
 * @throws Error with the reason and the remedy
 */
export function checkDataDir(dataDir) {
  // Checks the nearest existing folder, because the first start creates the missing folders.
  let place = dataDir;
  while (!existsSync(place)) place = path.dirname(place);
  try {
    if (!statSync(place).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(place, constants.W_OK | constants.X_OK);
  } catch ({ code }) {
    const [why, todo] = REASONS[code] ?? [`cannot be written (${code})`, 'Fix that, or set'];
    const where = place === dataDir ? '' : `: ${place}`;
    throw new Error(
      `The data folder ${dataDir} ${why}${where}.\n${todo} DATA_DIR to another folder.`,
    );
  }
}
