import { mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, processIdentity } from './process-identity.mjs';

const POLL_MS = 50;

/**
 * Waits for a lock, and runs `work` while this process holds the lock. Only one process of this
 * machine can hold it. After a holder dies, even by kill -9, another process can take it.
 *
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {{ onWait?: () => void }} [options] onWait is called once if another process holds the
 *  lock
 * @returns {Promise<T>}
 * @template T
 */
export async function withLock(file, work, { onWait } = {}) {
  mkdirSync(path.dirname(file), { recursive: true });
  let waited = false;
  while (!tryLock(file)) {
    if (!waited) onWait?.();
    waited = true;
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * The lock is a symbolic link whose target is the holder's identity. So one step creates the lock
 * together with the identity, even on a full disk.
 */
function tryLock(file) {
  try {
    symlinkSync(processIdentity(process.pid) ?? '?', file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const holder = read(file);
    if (holder !== undefined && !isRunning(holder)) removeStale(file, holder);
    return false;
  }
}

/**
 * Moves a dead holder's lock aside and checks it again, because another process may have taken the
 * lock in between.
 */
function removeStale(file, holder) {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
    const moved = read(aside);
    if (moved !== undefined && moved !== holder) symlinkSync(moved, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function read(file) {
  try {
    return readlinkSync(file);
  } catch {
    return undefined;
  }
}
