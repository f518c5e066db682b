import { afterAll } from 'vitest';

type Ends = { close(): unknown } | { stop(): unknown } | { drop(): unknown };

/**
 * Shares a resource, such as a database or a server, among the tests of a file. The resources end
 * after the tests, in reverse order of opening. Call it at the top of a file: `const base = await
 * forFile(createTestDatabase())`.
 */
export async function forFile<T extends Ends>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  afterAll(async () => {
    if ('close' in opened) await opened.close();
    else if ('stop' in opened) await opened.stop();
    else await opened.drop();
  });
  return opened;
}
