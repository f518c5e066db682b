import { inject } from 'vitest';
import { newDatabase, type TestDatabase } from './new-database';

export type { TestDatabase } from './new-database';

/** Creates a separate migrated, empty database; created once per test file. */
export function createTestDatabase(poolSize?: number): Promise<TestDatabase> {
  return newDatabase(inject('postgresUrl'), poolSize);
}
