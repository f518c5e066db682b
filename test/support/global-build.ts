import { ensureBuilt } from '@/scripts/lib/build.mjs';

/** The server that the tests spawn is the built one. */
export default async function setup(): Promise<void> {
  await ensureBuilt({ log: (line: string) => process.stderr.write(`${line}\n`) });
}
