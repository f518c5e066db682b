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
// This path is relative, because Vitest cannot resolve `@` while it loads its configuration.
import { isRunning, processIdentity } from '../../scripts/lib/process-identity.mjs';

const PREFIX = 'blocktally-run-';
const DATABASE = 'postgres-';
const MEMORY = '/dev/shm';
/** All tests together use less than half of this space. */
const NEEDED_BYTES = 8 * 2 ** 30;

/**
 * Creates the folder for temporary files of this process and its children, and removes it at exit.
 * The folder is in memory if possible, because tests create hundreds of databases of 300 files.
 *
 * @param options.onDisk true if commits must reach the disk
 */
export function makeRunFolder({ onDisk = false } = {}): void {
  if (isRunFolder(tmpdir())) return;
  const parent = !onDisk && hasMemory() ? MEMORY : tmpdir();
  const owner = processIdentity(process.pid) ?? '';
  const folder = path.join(parent, `${PREFIX}${owner.replaceAll(' ', '_')}`);
  // A process before the last reboot may have had the same identity and left its folder.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  // Some programs of the tests run as another user and write here.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => {
    if (databaseFolders(folder).length === 0) rmSync(folder, { recursive: true, force: true });
  });
}

/** Returns the folders of killed runs. Their databases may still be running. */
export function listAbandonedRunFolders(): string[] {
  const parent = path.dirname(tmpdir());
  return readdirSync(parent)
    .filter((name) => isRunFolder(name) && !isRunning(ownerOf(name)))
    .map((name) => path.join(parent, name))
    .filter((folder) => statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.());
}

export function makeDatabaseFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), DATABASE));
  // PostgreSQL does not run as root. If this process does, PostgreSQL runs as another user, who
  // must be able to enter the folder.
  chmodSync(folder, 0o711);
  return folder;
}

/** Returns an empty list if another run has removed the folder. */
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
