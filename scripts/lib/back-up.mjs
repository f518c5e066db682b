import { randomBytes } from 'node:crypto';
import { chownSync, constants, existsSync, realpathSync } from 'node:fs';
import {
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { databaseUrl } from './postgres-cluster.mjs';

/**
 * A backup omits these files of the cluster, because the next start creates them again
 * (PostgreSQL's documentation, "Making a Base Backup Using the Low Level API").
 */
const NOT_COPIED =
  /^(?:postmaster\.(?:pid|opts)|pg_(?:wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.*|(?:.*\/)?pgsql_tmp.*)$/;
/** These parts of the data folder belong to running processes, so they are not copied. */
const NOT_KEPT = /(?:^|\/)(?:users|cluster|log(?:\.1)?|[^/]*\.lock|programs-[^/]*)$/;

/** Returns the superuser's URL of a running embedded database; undefined for any other database. */
export async function findSuperuserUrl(dataDir, url) {
  const folder = path.join(dataDir, 'postgres');
  if (!existsSync(path.join(folder, 'cluster'))) return undefined;
  const port = Number(await readFile(path.join(folder, 'port'), 'utf8'));
  const at = { folder, port, database: 'postgres' };
  const own = databaseUrl({ ...at, role: 'blocktally', database: 'blocktally' });
  return url === own ? databaseUrl({ ...at, role: 'postgres' }) : undefined;
}

/**
 * Copies a data folder and its running embedded database into a new folder. The copy contains
 * everything that was committed before the call. It can replace the data folder.
 *
 * @param {{ dataDir: string, superuserUrl: string, to: string }} what `to` must not exist
 */
export async function backUp({ dataDir, superuserUrl, to }) {
  const unfinished = `${to}.unfinished-${randomBytes(4).toString('hex')}`;
  const sql = postgres(superuserUrl, { max: 1, idle_timeout: null, max_lifetime: null });
  const cluster = realpathSync(path.join(dataDir, 'postgres', 'cluster'));
  const copy = path.join(unfinished, 'postgres', 'cluster');
  try {
    await copyTree(dataDir, unfinished, (name) => NOT_KEPT.test(name));
    // As long as this connection is open, the slot makes PostgreSQL keep the WAL that the copy
    // needs.
    await sql`select pg_create_physical_replication_slot(${`backup_${process.pid}`}, true, true)`;
    const [begin] = await sql`select pg_walfile_name(pg_backup_start('blocktally', true)) as log`;
    await copyTree(cluster, copy, (name) => NOT_COPIED.test(name));
    const [end] = await sql`select labelfile from pg_backup_stop(false)`;
    const label = path.join(copy, 'backup_label');
    await writeFile(label, end.labelfile, { mode: 0o600, flush: true });
    const { uid, gid } = await lstat(cluster);
    own(label, uid, gid);
    const isOlder = (name) => /^[0-9A-F]{24}$/.test(name) && name < begin.log;
    await copyTree(path.join(cluster, 'pg_wal'), path.join(copy, 'pg_wal'), isOlder);
    await rename(unfinished, to);
  } finally {
    await sql.end({ timeout: 5 });
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Copies a folder with owners and modes. Copies a link's target instead of the link. Ignores a file
 * that disappears during the copy.
 *
 * @param {(name: string) => boolean} isLeftOut gets the path below the folder
 */
async function copyTree(from, to, isLeftOut, below = '') {
  const source = realpathSync(path.join(from, below));
  const target = path.join(to, below);
  const { mode, uid, gid } = await lstat(source);
  await mkdir(target, { recursive: true, mode });
  own(target, uid, gid);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (isLeftOut(name)) continue;
    try {
      const file = realpathSync(path.join(source, entry.name));
      const stat = await lstat(file);
      if (stat.isDirectory()) await copyTree(from, to, isLeftOut, name);
      else if (stat.isFile()) await copyOne(file, path.join(to, name), stat);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
}

async function copyOne(file, copy, { uid, gid }) {
  await copyFile(file, copy, constants.COPYFILE_FICLONE);
  own(copy, uid, gid);
  const handle = await open(copy, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Only root can set the owner. Any other user already owns all of the files. */
function own(file, uid, gid) {
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
}
