import { expect, it } from 'vitest';
import { NamedLocks } from '@/db/named-locks';
import { createTestDatabase } from '@/test/support/database';
import { openForTestFile } from '@/test/support/open-for-test-file';

/** Long compared with the time a busy machine needs to acquire and release a lock. */
const SILENT_FOR_MS = 3_000;

const base = await openForTestFile(createTestDatabase());

function blockEventLoopFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('a named lock can be acquired again right after its session was terminated', async () => {
  const locks = new NamedLocks(base.url, SILENT_FOR_MS);
  const first = await locks.take('work');
  await first?.release();
  blockEventLoopFor(SILENT_FOR_MS + 1_000);
  expect(await locks.take('work')).toBeDefined();
  await locks.close(1);
});
