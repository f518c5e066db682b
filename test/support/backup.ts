import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runAdminStatement } from './new-database';

export interface Backup {
  restore(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * On a busy machine, the connections need time to end. `create database` would wait only five
 * seconds.
 */
const GONE_WITHIN_MS = 60_000;

export async function copyDatabase(url: string): Promise<Backup> {
  const { name, server } = chunk(url);
  const copy = `${name}_yesterday`;
  const away = `select pg_terminate_backend(pid, ${GONE_WITHIN_MS})
    from pg_stat_activity where datname = '${name}'`;
  await runAdminStatement(server, away);
  await runAdminStatement(server, `create database ${copy} template ${name}`);
  return {
    restore: async () => {
      await runAdminStatement(server, `drop database ${name} with (force)`);
      await runAdminStatement(server, `create database ${name} template ${copy}`);
    },
    remove: () => runAdminStatement(server, `drop database if exists ${copy}`),
  };
}

export async function dumpDatabase(url: string, programs: string): Promise<Backup> {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-backup-'));
  const PATH = [programs, process.env.PATH].join(path.delimiter);
  const run = (command: string) =>
    execFileSync('sh', ['-c', command], {
      cwd: folder,
      env: { ...process.env, PATH, DATABASE_URL: url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  run(documented('pg_dump'));
  return {
    restore: async () => {
      run(documented('pg_restore'));
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

function documented(program: string): string {
  const text = readFileSync(path.resolve('docs/operations.md'), 'utf8');
  const lines = text.split('\n').map((line) => line.trim());
  const line = lines.find((candidate) => candidate.startsWith(`${program} `));
  if (!line) throw new Error(`docs/operations.md has no command ${program}`);
  return line;
}

function chunk(url: string): { name: string; server: string } {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = '/postgres';
  return { name, server: server.href };
}
