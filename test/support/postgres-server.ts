import { rmSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { migrateDatabase } from '@/db/migrate';
import { startPostgres } from '@/scripts/lib/postgres.mjs';
import { TEMPLATE } from './new-database';
import {
  databaseFolders,
  listAbandonedRunFolders,
  makeDatabaseFolder,
  makeRunFolder,
} from './run-folder';

export interface TestPostgres {
  /** The maintenance database. The server also has a migrated template for new databases. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Returns the server at TEST_DATABASE_URL, which must be PostgreSQL 15 or later and give superuser
 * access. Without this variable, starts an embedded server.
 *
 * @param options.durable whether commits must reach the disk, as in production
 */
export async function startTestPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    await makeTemplate(given);
    return { url: given, stop: async () => {} };
  }
  makeRunFolder({ onDisk: durable });
  await removeLeftovers();
  const dataDir = makeDatabaseFolder();
  const server = await startPostgres({
    dataDir,
    durable,
    settings: durable ? {} : { max_connections: 300, shared_buffers: '128MB' },
  });
  const url = server.superuserUrl;
  await makeTemplate(url);
  return {
    url,
    stop: async () => {
      await server.release();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Creates the migrated template for {@link newDatabase}. Replaces an old template. */
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

async function removeLeftovers(): Promise<void> {
  for (const folder of listAbandonedRunFolders()) {
    for (const dataDir of databaseFolders(folder)) {
      const server = await startPostgres({ dataDir, durable: false }).catch(() => undefined);
      await server?.release();
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
