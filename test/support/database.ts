import { inject } from 'vitest';
import { newDatabase, type TestDatabase } from './new-database';

export type { TestDatabase } from './new-database';

/** Each test file creates its own database, which has all migrations. */
export function createTestDatabase(poolSize?: number): Promise<TestDatabase> {
  return newDatabase(inject('postgresUrl'), poolSize);
}
