import { existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Room in bytes for the log with which PostgreSQL recovers. The log consists of segments of 16 MiB.
 */
const ROOM_BYTES = 64 * 2 ** 20;
const POLL_MS = 1_000;

/**
 * Whether something failed because the disk is full, or this user's quota on it. A database that
 * cannot finish its recovery does not log why, so a disk with too little room also counts as full.
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
 * @throws Error with the same report, when the signal aborts
 */
export async function untilRoom(folder, log, signal) {
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
