import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensurePostgresUser } from '@/scripts/lib/ensure-postgres-user.mjs';
import { postgresEnvironment } from '@/scripts/lib/postgres-cluster.mjs';
import { isPostmaster, launchPostmaster, stopPostmaster } from '@/scripts/lib/postmaster.mjs';
import { makeTemplate, type TestPostgres } from './postgres-server';

const NEEDED = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];

/** A PostgreSQL installation with all programs. The embedded PostgreSQL has no pg_dump. */
export interface FullPostgres extends TestPostgres {
  readonly programs: string;
}

/** Searches PATH and Debian's folders. */
export function findPostgresPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const releases = existsSync(debian) ? readdirSync(debian) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...releases.sort((a, b) => Number(b) - Number(a)).map((name) => path.join(debian, name, 'bin')),
  ];
  return folders.find((folder) => NEEDED.every((name) => existsSync(path.join(folder, name))));
}

export async function startFullPostgres(programs: string): Promise<FullPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-full-'));
  const cluster = path.join(folder, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  const account = ensurePostgresUser(path.join(folder, 'none'));
  if (account.uid !== undefined) {
    // PostgreSQL writes its log into this folder, so it must own the folder too.
    for (const one of [folder, cluster]) chownSync(one, account.uid, account.gid ?? account.uid);
  }
  const options = ['--encoding=UTF8', '--locale=C', '--auth=trust', '--username=test', '--no-sync'];
  execFileSync(path.join(programs, 'initdb'), [`--pgdata=${cluster}`, ...options], {
    ...account,
    env: { ...process.env, ...postgresEnvironment() },
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const settings = { fsync: 'off' };
  const { pid, port } = await launchPostmaster({ folder, programs, account, settings });
  // PostgreSQL is detached, so it must be stopped if the run is interrupted.
  const end = () => {
    if (isPostmaster(pid, cluster)) process.kill(pid, 'SIGQUIT');
  };
  process.once('exit', end);
  const url = `postgres://test@127.0.0.1:${port}/postgres`;
  await makeTemplate(url);
  return {
    url,
    programs,
    stop: async () => {
      process.off('exit', end);
      await stopPostmaster(pid, cluster);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
