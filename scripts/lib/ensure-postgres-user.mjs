import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const NAME = 'postgres';

/**
 * Returns the user that runs the database server. PostgreSQL refuses to run as root. If this
 * process runs as root, the user is the owner of the cluster, or, for a new cluster, the system
 * user "postgres", which is created if it is missing.
 *
 * @param {string} cluster data folder of the cluster, which may not exist yet
 * @returns {{ uid?: number, gid?: number }} spawn options; empty for the user of this process
 */
export function ensurePostgresUser(cluster) {
  const me = process.getuid?.();
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  if (me === undefined) return {};
  if (me !== 0) {
    if (owner && owner.uid !== me) {
      throw new Error(
        `The database in ${cluster} belongs to another user (uid ${owner.uid}).\n` +
          'Start as that user, or set DATA_DIR to another folder.',
      );
    }
    return {};
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return lookUp() ?? create();
}

function lookUp() {
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  try {
    const [, uid, gid] = /^uid=(\d+).* gid=(\d+)/.exec(execFileSync('id', [NAME], options));
    return { uid: Number(uid), gid: Number(gid) };
  } catch {
    return undefined;
  }
}

function create() {
  const nologin = '/usr/sbin/nologin';
  try {
    const flags = ['--system', '--user-group', '--no-create-home', '--shell', nologin, NAME];
    execFileSync('useradd', flags, { stdio: 'ignore' });
  } catch {
    // useradd also fails if another start has just created the user, so the look-up below decides.
  }
  const account = lookUp();
  if (account) return account;
  throw new Error(
    'PostgreSQL does not run as root, and the system user "postgres" could not be made.\n' +
      'Create that user, start as an ordinary user, or set DATABASE_URL.',
  );
}
