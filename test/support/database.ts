import { inject } from 'vitest';
import { newDatabase, type TestDatabase } from './new-database';

export type { TestDatabase } from './new-database';

/** A migrated, empty database of its own; meant to be made once a test file. */
export function createTestDatabase(poolSize?: number): Promise<TestDatabase> {
  return newDatabase(inject('postgresUrl'), poolSize);
}
