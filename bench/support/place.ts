import { newDatabase, type TestDatabase } from '@/test/support/new-database';
import { startTestPostgres } from '@/test/support/postgres-server';
import { type Machine, thisMachine } from './machine';

/** A PostgreSQL server for a run, whose commits reach the disk. */
export interface BenchPostgres {
  readonly machine: Machine;
  database(): Promise<TestDatabase>;
  close(): Promise<void>;
}

/** The server that `npm start` starts, with the same settings. */
export async function openBenchPostgres(): Promise<BenchPostgres> {
  const server = await startTestPostgres({ durable: true });
  return {
    machine: await thisMachine(server.url),
    database: () => newDatabase(server.url),
    close: () => server.stop(),
  };
}
