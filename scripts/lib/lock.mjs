import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, processIdentity } from './process-identity.mjs';

const POLL_MS = 50;

/**
 * Runs `work` while no other process of this machine holds the same lock file. If the holder has
 * died, even by kill -9, the lock is taken over.
 *
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {{ onWait?: () => void }} [options] onWait is called once if another process holds the lock
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

/** Creates the file by a link, so that it appears with its holder's name in it. */
function tryLock(file) {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, processIdentity(process.pid) ?? '');
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const holder = read(file);
    if (holder !== undefined && !isRunning(holder)) removeStale(file, holder);
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Moves the lock aside and checks it again: another waiter may have taken it over since. */
function removeStale(file, holder) {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== holder) linkSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
