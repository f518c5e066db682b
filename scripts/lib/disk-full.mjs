import { existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Room in bytes for the log from which PostgreSQL recovers. Each segment of the log has 16 MiB. */
const ROOM_BYTES = 64 * 2 ** 20;
const POLL_MS = 1_000;

/**
 * Returns whether an error means that the disk, or this user's quota on it, is full. A database
 * that cannot finish its recovery does not log why, so little free space also counts as full.
 */
export function isDiskFull({ code, message }, folder) {
  const isSaid = /No space left|quota exceeded/i.test(message);
  return isSaid || /^(?:ENOSPC|EDQUOT|53100)$/.test(code) || freeBytes(folder) < ROOM_BYTES;
}

/**
 * Reports that the disk is full, and waits until it has room again.
 *
 * @param {string} folder a folder on that disk
 * @param {(line: string) => void} log
 * @param {AbortSignal} [signal]
 * @throws Error with the same report, if the signal aborts
 */
export async function waitForDiskSpace(folder, log, signal) {
  const full = `The disk of ${folder} is full, so the database cannot run. Nothing is lost.`;
  log(`${full} Free ${ROOM_BYTES / 2 ** 20} MB there, and Blocktally continues.`);
  do {
    await sleep(POLL_MS, undefined, { signal }).catch(() => {
      throw new Error(full);
    });
  } while (freeBytes(folder) < ROOM_BYTES);
  log('There is room again.');
}

function freeBytes(folder) {
  if (!existsSync(folder)) return freeBytes(path.dirname(path.resolve(folder)));
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
