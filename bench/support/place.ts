import { newDatabase, type TestDatabase } from '@/test/support/new-database';
import { startTestPostgres } from '@/test/support/postgres-server';
import { type Machine, thisMachine } from './machine';

/**
 * A PostgreSQL server for one run of the benchmarks. It confirms a commit only after writing it to
 * the disk.
 */
export interface BenchPostgres {
  readonly machine: Machine;
  database(): Promise<TestDatabase>;
  close(): Promise<void>;
}

/** Starts PostgreSQL with the same settings as `npm start`. */
export async function openBenchPostgres(): Promise<BenchPostgres> {
  const server = await startTestPostgres({ durable: true });
  return {
    machine: await thisMachine(server.url),
    database: () => newDatabase(server.url),
    close: () => server.stop(),
  };
}
