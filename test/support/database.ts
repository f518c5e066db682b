import { inject } from 'vitest';
import { newDatabase, type TestDatabase } from './new-database';

export type { TestDatabase } from './new-database';

/** Creates an empty database with all migrations. Each test file creates its own. */
export function createTestDatabase(poolSize?: number): Promise<TestDatabase> {
  return newDatabase(inject('postgresUrl'), poolSize);
}
