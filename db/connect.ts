import { makePgArray } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import { parse } from 'postgres-array';
import { guardTransactions } from './guard-transactions';

/** `text[]` in PostgreSQL's catalogue, the one array type there is in the schema. */
const TEXT_ARRAY_OID = 1009;

const textArray: postgres.PostgresType<string | string[]> = {
  to: TEXT_ARRAY_OID,
  from: [TEXT_ARRAY_OID],
  // Drizzle has written those of its columns out already.
  serialize: (value: string | string[]) => (Array.isArray(value) ? makePgArray(value) : value),
  parse: (text: string) => parse(text),
};

/**
 * Opens connections as all of Blocktally's are. Whatever becomes of one is told to whom it served
 * and never an uncaught error.
 */
export function connect(
  url: string,
  options: postgres.Options<Record<string, never>>,
): postgres.Sql {
  const client = postgres(url, {
    connect_timeout: 10,
    // Moments are read as ISO 8601, whatever the server's own settings are.
    connection: { application_name: 'blocktally', DateStyle: 'ISO', TimeZone: 'UTC' },
    onnotice: () => {},
    // The driver (postgres.js 3.4) asks for them by itself, and drops the error of a connection
    // that is lost meanwhile.
    fetch_types: false,
    types: { textArray },
    ...options,
  });
  return guardTransactions(client);
}
