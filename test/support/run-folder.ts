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
// This import has a relative path, because @ is unknown while a configuration loads.
import { isRunning, processIdentity } from '../../scripts/lib/process-identity.mjs';

const PREFIX = 'blocktally-run-';
const DATABASE = 'postgres-';
const MEMORY = '/dev/shm';
/** This is more than twice the space that all tests together use. */
const NEEDED_BYTES = 8 * 2 ** 30;

/**
 * Creates one folder for temporary files of this process and its children, and removes it at the
 * end. It is in memory if the machine has plenty, because the tests make hundreds of databases of
 * 300 files each. ext4 without a journal reuses the inode of a removed file only a minute later,
 * and skipping all of these for each new file can take as long as the tests themselves.
 *
 * @param options.onDisk for tests whose commits must reach the disk
 */
export function makeRunFolder({ onDisk = false } = {}): void {
  if (isRunFolder(tmpdir())) return;
  const parent = !onDisk && hasMemory() ? MEMORY : tmpdir();
  const owner = processIdentity(process.pid) ?? '';
  const folder = path.join(parent, `${PREFIX}${owner.replaceAll(' ', '_')}`);
  // A run before a reboot may have left this folder, if its process had the same identity.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  // Every user may write here, since some programs of the tests run as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => {
    if (databaseFolders(folder).length === 0) rmSync(folder, { recursive: true, force: true });
  });
}

/** Returns the folders of other runs that were killed. Their databases may still be running. */
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
  // As root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  return folder;
}

/** Returns the database folders of a run. Another run may have removed them. */
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
