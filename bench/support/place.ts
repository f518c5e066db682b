import { newDatabase, type TestDatabase } from '@/test/support/new-database';
import { startTestPostgres } from '@/test/support/postgres-server';
import { type Machine, thisMachine } from './machine';

/**
 * A PostgreSQL server for a run of the benchmarks. It writes commits to the disk before it confirms
 * them.
 */
export interface BenchPostgres {
  readonly machine: Machine;
  database(): Promise<TestDatabase>;
  close(): Promise<void>;
}

/** Starts the same PostgreSQL server as `npm start`, with the same settings. */
export async function openBenchPostgres(): Promise<BenchPostgres> {
  const server = await startTestPostgres({ durable: true });
  return {
    machine: await thisMachine(server.url),
    database: () => newDatabase(server.url),
    close: () => server.stop(),
  };
}
