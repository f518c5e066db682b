import { makePgArray } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import { parse } from 'postgres-array';
import { databaseTls } from '@/lib/domain/database-tls';
import { dropClientParameters, isSocket, readDatabaseUrl } from '@/lib/domain/database-url';
import { guardTransactions, type ObserveQuery, rejectLostStatements } from './driver-faults';
import { tlsOptions } from './tls-options';

/** `text[]` in PostgreSQL's catalogue, the only array type in the schema. */
const TEXT_ARRAY_OID = 1009;

const textArray: postgres.PostgresType<string | string[]> = {
  to: TEXT_ARRAY_OID,
  from: [TEXT_ARRAY_OID],
  // Drizzle passes the arrays of its own columns as text.
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
 * Parses bytes in both formats of PostgreSQL's `bytea_output`. A pooler may drop this setting, and
 * the driver (postgres.js 3.4) reads only the format `hex`.
 */
function parseBytes(text: string): Buffer {
  if (text.startsWith('\\x')) return Buffer.from(text.slice(2), 'hex');
  const bytes = text.replace(/\\(?:\\|([0-7]{3}))/g, (_escape, octal?: string) =>
    octal === undefined ? '\\' : String.fromCharCode(Number.parseInt(octal, 8)),
  );
  return Buffer.from(bytes, 'latin1');
}

/**
 * Works around the URL parser of the driver (postgres.js 3.4). That parser misreads IPv6 addresses:
 * it keeps the brackets, and the port begins at the first colon. It also does not support Unix
 * sockets.
 *
 * @returns the URL for the driver, and options with the hosts and TLS
 */
function addressFor(url: string): [string, { host?: string; port?: number }] {
  const { hosts = [], rest } = readDatabaseUrl(url) ?? {};
  if (!rest) return [url, {}];
  const tls = databaseTls(rest.searchParams);
  dropClientParameters(rest.searchParams);
  const [first] = hosts;
  // A socket has no TLS, as in libpq.
  if (first && isSocket(first)) return [rest.href, { host: first.hostname, port: first.port }];
  const host = hosts.map(({ hostname }) => hostname.replace(/^\[|\]$/g, ''));
  const port = hosts.map((one) => one.port);
  // The driver's types allow only one host and port, but the driver accepts lists. Without a host,
  // it uses its default.
  const address = host.length === 0 ? {} : { host, port };
  const own = host.length === 0 ? rest.href.replace(/localhost(?=\/|$)/, '') : rest.href;
  return [own, { ...address, ssl: tlsOptions(tls, host) } as object];
}

/**
 * Opens a connection pool with Blocktally's settings. A lost connection rejects its queries and
 * never causes an uncaught error.
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
    // Without this setting, waiting statements would wait for up to 20 s more after each refusal.
    // The callers already pause before they retry.
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
  return guardTransactions(rejectLostStatements(client), observe);
}
