import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { migrateDatabase } from '@/db/migrate';
import { startPostgres } from '@/scripts/lib/postgres.mjs';
import { isRunning, processIdentity } from '@/scripts/lib/process-identity.mjs';
import { TEMPLATE } from './new-database';

const PREFIX = 'blocktally-test-';

export interface TestPostgres {
  /** Its maintenance database; the server has a migrated template for new databases. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * PostgreSQL 15 or later at TEST_DATABASE_URL (of a superuser), else an embedded one.
 *
 * @param options.durable whether its commits reach the disk, as in production
 */
export async function startTestPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    await makeTemplate(given);
    return { url: given, stop: async () => {} };
  }
  await removeLeftovers();
  const dataDir = ownFolder();
  const server = await startPostgres({
    dataDir,
    durable,
    settings: durable ? {} : { max_connections: 300, shared_buffers: '128MB' },
  });
  const url = server.urlOf('postgres');
  await makeTemplate(url);
  return {
    url,
    stop: async () => {
      await server.release();
      // Under its final name another run might take it for a leftover, and start a server in it.
      const removed = path.join(tmpdir(), `removed-${path.basename(dataDir)}`);
      renameSync(dataDir, removed);
      rmSync(removed, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Creates the migrated template for {@link newDatabase}, on a server that may have an old one. */
export async function makeTemplate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(`drop database if exists ${TEMPLATE} with (force)`);
    await sql.unsafe(`create database ${TEMPLATE}`);
  } finally {
    await sql.end();
  }
  const template = new URL(url);
  template.pathname = `/${TEMPLATE}`;
  await migrateDatabase(template.href, path.resolve('db/migrations'));
}

/**
 * A folder that names its owner from the moment it has its final name: otherwise it is a leftover.
 */
function ownFolder(): string {
  const made = mkdtempSync(path.join(tmpdir(), `new-${PREFIX}`));
  // As root, the database runs as another user, who needs access to the folder.
  chmodSync(made, 0o711);
  writeFileSync(path.join(made, 'owner'), processIdentity(process.pid) ?? '');
  const folder = path.join(tmpdir(), path.basename(made).slice('new-'.length));
  renameSync(made, folder);
  return folder;
}

/** A killed run could not end its server, so the next run does. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const dataDir = path.join(tmpdir(), name);
    if (isRunning(ownerOf(dataDir))) continue;
    const server = await startPostgres({ dataDir, durable: false }).catch(() => undefined);
    await server?.release();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

function ownerOf(dataDir: string): string {
  try {
    return readFileSync(path.join(dataDir, 'owner'), 'utf8');
  } catch {
    return '';
  }
}
