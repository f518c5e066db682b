import postgres from 'postgres';

export type Row = postgres.Row;

/** Runs one query over a new connection, which no earlier kill has broken. */
export async function ask<T extends Row>(
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
