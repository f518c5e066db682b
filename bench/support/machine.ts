import { cpus } from 'node:os';
import postgres from 'postgres';

export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly node: string;
  readonly postgres: string;
}

export async function thisMachine(postgresUrl: string): Promise<Machine> {
  const sql = postgres(postgresUrl, { max: 1 });
  const [row] = await sql`select current_setting('server_version') as version`;
  await sql.end();
  const [core] = cpus();
  return {
    cores: cpus().length,
    processor: core?.model.trim() ?? 'unknown',
    node: process.version.slice(1),
    // Packagers append their name to the version, so only the first word is kept.
    postgres: String(row?.version).split(' ')[0] ?? '',
  };
}
