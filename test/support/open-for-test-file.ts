import { afterAll } from 'vitest';

type Ends = { close(): unknown } | { stop(): unknown } | { drop(): unknown };

/**
 * Opens a resource that all tests of a file share. After the tests, the last opened resource is
 * closed first.
 * Use it at the top of a file: `const base = await openForTestFile(createTestDatabase())`.
 */
export async function openForTestFile<T extends Ends>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  afterAll(async () => {
    if ('close' in opened) await opened.close();
    else if ('stop' in opened) await opened.stop();
    else await opened.drop();
  });
  return opened;
}
