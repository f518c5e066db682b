import { newDatabase, type TestDatabase } from '@/test/support/new-database';
import { startTestPostgres } from '@/test/support/postgres-server';

/** The place of a run: its own PostgreSQL server, whose commits reach the disk. */
export interface Place {
  /** A migrated, empty database. */
  database(): Promise<TestDatabase>;
  close(): Promise<void>;
}

/** The server that `npm start` starts, with the same settings. */
export async function openPlace(): Promise<Place> {
  const server = await startTestPostgres({ durable: true });
  return {
    database: () => newDatabase(server.url),
    close: () => server.stop(),
  };
}
