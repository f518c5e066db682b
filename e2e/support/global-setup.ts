import { ensureBuilt } from '@/scripts/lib/build.mjs';
import { startTestPostgres } from '@/test/support/postgres-server';

export default async function setup(): Promise<() => Promise<void>> {
  await ensureBuilt({ log: (line: string) => process.stderr.write(`${line}\n`) });
  const postgres = await startTestPostgres();
  process.env.E2E_POSTGRES_URL = postgres.url;
  return () => postgres.stop();
}
