import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '@/db/connect';
import { NamedLocks } from '@/db/named-locks';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';

/** Long for what a busy machine needs from a take to its release. */
const SILENT_FOR_MS = 3_000;

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());

/** This process hears of nothing meanwhile. */
function beDeafFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('a named lock is acquired again right after an idle disconnect', async () => {
  const locks = new NamedLocks(connect(base.url, { max: 1 }), SILENT_FOR_MS);
  const first = await locks.take('work');
  await first?.release();
  beDeafFor(SILENT_FOR_MS + 1_000);
  expect(await locks.take('work')).toBeDefined();
  await locks.close(1);
});
