import postgres from 'postgres';

export type Row = postgres.Row;

/** Runs a query on a new connection, because a kill may have broken the earlier ones. */
export async function queryDatabase<T extends Row>(
  url: string,
  question: string,
  ...values: (string | number)[]
): Promise<T[]> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {}, prepare: false });
  try {
    return [...(await sql.unsafe<T[]>(question, values))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}
