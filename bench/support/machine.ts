import { cpus } from 'node:os';
import postgres from 'postgres';

/** The properties of the machine that affect the figures. */
export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly node: string;
  readonly postgres: string;
}

/** @param postgresUrl of the server that the benchmarks use */
export async function thisMachine(postgresUrl: string): Promise<Machine> {
  const sql = postgres(postgresUrl, { max: 1 });
  const [row] = await sql`select current_setting('server_version') as version`;
  await sql.end();
  const [core] = cpus();
  return {
    cores: cpus().length,
    processor: core?.model.trim() ?? 'unknown',
    node: process.version.slice(1),
    // Packagers append their name to the version, so only the first word is used.
    postgres: String(row?.version).split(' ')[0] ?? '',
  };
}
