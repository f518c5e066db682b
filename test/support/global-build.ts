import { ensureBuilt } from '@/scripts/lib/build.mjs';

/** Builds the server that the tests start. */
export default async function setup(): Promise<void> {
  await ensureBuilt({ log: (line: string) => process.stderr.write(`${line}\n`) });
}
