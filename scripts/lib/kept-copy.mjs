import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 3_600_000;
const COPY = 'latest';
/** The previous copy. It is restored if a process was killed while it replaced the copy. */
const FORMER = 'former';

/**
 * Replaces the copy of a data folder every hour, until the signal aborts. A backup system can copy
 * this copy at any time, unlike the files of the running database.
 *
 * @param {object} what
 * @param {string} what.dataDir
 * @param {string} what.to a folder for the copy, outside of the data folder
 * @param {() => string} what.superuserUrl of the embedded database, which may have been restarted
 * @param {(line: string) => void} what.log
 * @param {AbortSignal} signal
 */
export async function copyDataDirHourly({ dataDir, to, superuserUrl, log }, signal) {
  while (!signal.aborted) {
    await replaceCopy({ dataDir, to, superuserUrl: superuserUrl() }).catch(({ message }) => {
      if (!signal.aborted) log(`The hourly copy in ${to} could not be made: ${message}`);
    });
    await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}

async function replaceCopy({ dataDir, to, superuserUrl }) {
  mkdirSync(to, { recursive: true });
  const copy = path.join(to, COPY);
  const former = path.join(to, FORMER);
  // A killed process may have left an incomplete copy.
  const left = readdirSync(to).filter((name) => name.startsWith('next'));
  for (const name of left) rmSync(path.join(to, name), { recursive: true });
  const next = path.join(to, 'next');
  // The start loads this file before packages are installed, so this import is not at the top.
  const { backUp } = await import('./back-up.mjs');
  await backUp({ dataDir, superuserUrl, to: next });
  if (existsSync(copy)) {
    rmSync(former, { recursive: true, force: true });
    renameSync(copy, former);
  }
  renameSync(next, copy);
  rmSync(former, { recursive: true, force: true });
}

/**
 * Fills a data folder without a database from the copy that {@link copyDataDirHourly} made. If this process
 * is killed before `done`, the next one restores the copy again.
 *
 * @returns {{ restored: boolean, done: () => void }} done: must be called once the wallets have
 *  skipped the addresses that customers may know
 */
export function restoreDataDirFromCopy({ dataDir, to }) {
  const behind = path.join(dataDir, 'restored-from-copy');
  const done = () => rmSync(behind);
  const database = path.join(dataDir, 'postgres');
  if (existsSync(path.join(database, 'cluster', 'PG_VERSION'))) {
    return { restored: existsSync(behind), done };
  }
  const copy = [COPY, FORMER].map((name) => path.join(to, name)).find(existsSync);
  if (!copy) return { restored: false, done };
  const unfinished = path.join(dataDir, 'unfinished-restore');
  rmSync(unfinished, { recursive: true, force: true });
  execFileSync('cp', ['-Rp', copy, unfinished]);
  for (const name of readdirSync(unfinished).filter((name) => name !== 'postgres')) {
    rmSync(path.join(dataDir, name), { recursive: true, force: true });
    renameSync(path.join(unfinished, name), path.join(dataDir, name));
  }
  writeFileSync(behind, '');
  rmSync(database, { recursive: true, force: true });
  renameSync(path.join(unfinished, 'postgres'), database);
  rmSync(unfinished, { recursive: true });
  return { restored: true, done };
}
