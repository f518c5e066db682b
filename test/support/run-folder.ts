import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
// The path is relative, because Vitest does not know `@` while it loads its configuration.
import { isRunning, processIdentity } from '../../scripts/lib/process-identity.mjs';

const PREFIX = 'blocktally-run-';
const DATABASE = 'postgres-';
const MEMORY = '/dev/shm';
/** All tests together use less than half of this space. */
const NEEDED_BYTES = 8 * 2 ** 30;

/**
 * Creates one folder for temporary files of this process and its children, and removes it at exit.
 * It is in memory if possible, because tests create hundreds of databases of 300 files each. ext4
 * without a journal creates files slowly if many were removed in the last minute.
 *
 * @param options.onDisk true if commits must reach the disk
 */
export function makeRunFolder({ onDisk = false } = {}): void {
  if (isRunFolder(tmpdir())) return;
  const parent = !onDisk && hasMemory() ? MEMORY : tmpdir();
  const owner = processIdentity(process.pid) ?? '';
  const folder = path.join(parent, `${PREFIX}${owner.replaceAll(' ', '_')}`);
  // The folder may exist after a reboot, if a process before the reboot had the same identity.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  // All users may write here, because some programs of the tests run as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => {
    if (databaseFolders(folder).length === 0) rmSync(folder, { recursive: true, force: true });
  });
}

/** Returns the folders of killed runs, whose databases may still be running. */
export function leftRunFolders(): string[] {
  const parent = path.dirname(tmpdir());
  return readdirSync(parent)
    .filter((name) => isRunFolder(name) && !isRunning(ownerOf(name)))
    .map((name) => path.join(parent, name))
    .filter((folder) => statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.());
}

/** Creates a folder for the data of a database in this run's folder. */
export function makeDatabaseFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), DATABASE));
  // PostgreSQL does not run as root. If this process does, PostgreSQL runs as another user, who
  // needs access to the folder.
  chmodSync(folder, 0o711);
  return folder;
}

/**
 * Returns the database folders of a run. Returns an empty list if another run has removed the run's
 * folder.
 */
export function databaseFolders(runFolder: string): string[] {
  if (!existsSync(runFolder)) return [];
  return readdirSync(runFolder)
    .filter((name) => name.startsWith(DATABASE))
    .map((name) => path.join(runFolder, name));
}

const isRunFolder = (folder: string) => path.basename(folder).startsWith(PREFIX);

const ownerOf = (name: string) => name.slice(PREFIX.length).replaceAll('_', ' ');

function hasMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES;
}
