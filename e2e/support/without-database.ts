import postgres from 'postgres';

/** During `work`, the database rejects new connections. It has also closed all existing ones. */
export async function withoutDatabase(url: string, work: () => Promise<void>): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const sql = postgres(process.env.E2E_POSTGRES_URL ?? '', { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(`alter database ${name} with allow_connections false`);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    await work();
  } finally {
    await sql.unsafe(`alter database ${name} with allow_connections true`);
    await sql.end();
  }
}
