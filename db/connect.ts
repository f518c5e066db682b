import { makePgArray } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import { parse } from 'postgres-array';
import { isSocket, readDatabaseUrl } from '@/lib/domain/database-url';
import { failUnsent, guardTransactions, type ObserveQuery } from './driver-faults';

/** `text[]` in PostgreSQL's catalogue, the only array type in the schema. */
const TEXT_ARRAY_OID = 1009;

const textArray: postgres.PostgresType<string | string[]> = {
  to: TEXT_ARRAY_OID,
  from: [TEXT_ARRAY_OID],
  // Drizzle serializes the arrays of its own columns.
  serialize: (value: string | string[]) => (Array.isArray(value) ? makePgArray(value) : value),
  parse: (text: string) => parse(text),
};

/** `bytea` in PostgreSQL's catalogue. */
const BYTEA_OID = 17;

const bytea: postgres.PostgresType<Uint8Array> = {
  to: BYTEA_OID,
  from: [BYTEA_OID],
  serialize: (value: Uint8Array) => `\\x${Buffer.from(value).toString('hex')}`,
  parse: parseBytes,
};

/**
 * Bytes in either format of PostgreSQL's `bytea_output`. A pooler in between may not pass that
 * setting on, and the driver (postgres.js 3.4) reads `hex` only.
 */
function parseBytes(text: string): Buffer {
  if (text.startsWith('\\x')) return Buffer.from(text.slice(2), 'hex');
  const bytes = text.replace(/\\(?:\\|([0-7]{3}))/g, (_escape, octal?: string) =>
    octal === undefined ? '\\' : String.fromCharCode(Number.parseInt(octal, 8)),
  );
  return Buffer.from(bytes, 'latin1');
}

/**
 * What the driver (postgres.js 3.4) misreads in a URL: of IPv6 addresses it takes their brackets for
 * a part of them, and what follows their first colon for a port; and it knows no sockets.
 *
 * @returns the URL to give it, and the options that name the hosts
 */
function addressFor(url: string): [string, { host?: string; port?: number }] {
  const { hosts = [], rest } = readDatabaseUrl(url) ?? {};
  const [first] = hosts;
  if (rest && first && isSocket(first)) {
    return [rest.href, { host: first.hostname, port: first.port }];
  }
  if (!hosts.some(({ hostname }) => hostname.startsWith('['))) return [url, {}];
  const host = hosts.map(({ hostname }) => hostname.replace(/^\[|\]$/g, ''));
  // Its types name one of each, but it takes lists.
  return [url, { host, port: hosts.map(({ port }) => port) } as object];
}

/**
 * Opens a connection pool with Blocktally's settings. The loss of a connection rejects its queries
 * and is never an uncaught error.
 *
 * @param observe is called for every statement of the query builder, also in transactions
 */
export function connect(
  url: string,
  options: postgres.Options<Record<string, never>>,
  observe?: ObserveQuery,
): postgres.Sql {
  const [ownUrl, address] = addressFor(url);
  const client = postgres(ownUrl, {
    ...address,
    connect_timeout: 10,
    // Otherwise statements that wait for a connection would wait for up to 20 s more after each refusal.
    // Callers back off themselves.
    backoff: () => 0,
    // Timestamps arrive as ISO 8601, whatever the server's settings.
    connection: { application_name: 'blocktally', DateStyle: 'ISO', TimeZone: 'UTC' },
    onnotice: () => {},
    // The driver (postgres.js 3.4) queries array types itself, and loses the error if the
    // connection ends during that query.
    fetch_types: false,
    types: { textArray, bytea },
    ...options,
  });
  return guardTransactions(failUnsent(client), observe);
}
