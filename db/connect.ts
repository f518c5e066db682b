import { makePgArray } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import { parse } from 'postgres-array';
import { databaseTls } from '@/lib/domain/database-tls';
import { dropClientParameters, isSocket, readDatabaseUrl } from '@/lib/domain/database-url';
import {
  preventLateRollbacks,
  rejectLostStatements,
  type StatementObserver,
} from './driver-faults';
import { tlsOptions } from './tls-options';

/** OID of `text[]`, the only array type in the schema. */
const TEXT_ARRAY_OID = 1009;

const textArray: postgres.PostgresType<string | string[]> = {
  to: TEXT_ARRAY_OID,
  from: [TEXT_ARRAY_OID],
  // Drizzle passes the arrays of its own columns as text.
  serialize: (value: string | string[]) => (Array.isArray(value) ? makePgArray(value) : value),
  parse: (text: string) => parse(text),
};

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
 * Returns the URL for the driver, and options with the hosts and TLS. The driver's URL parser
 * (postgres.js 3.4) misreads the brackets and the port of IPv6 addresses, and does not support Unix
 * sockets.
 */
function addressFor(url: string): [string, { host?: string; port?: number }] {
  const { hosts = [], rest } = readDatabaseUrl(url) ?? {};
  if (!rest) return [url, {}];
  const tls = databaseTls(rest.searchParams);
  dropClientParameters(rest.searchParams);
  const [first] = hosts;
  // As in libpq, a connection over a Unix socket uses no TLS.
  if (first && isSocket(first)) return [rest.href, { host: first.hostname, port: first.port }];
  const host = hosts.map(({ hostname }) => hostname.replace(/^\[|\]$/g, ''));
  const port = hosts.map((one) => one.port);
  // The driver accepts lists of hosts and ports, although its types do not allow them. Without
  // hosts, the driver uses its default host.
  const address = host.length === 0 ? {} : { host, port };
  const own = host.length === 0 ? rest.href.replace(/localhost(?=\/|$)/, '') : rest.href;
  return [own, { ...address, ssl: tlsOptions(tls, host) } as object];
}

/**
 * Opens a connection pool. If a connection is lost, its queries are rejected, and no uncaught error
 * is thrown.
 */
export function connect(
  url: string,
  options: postgres.Options<Record<string, never>>,
  observe?: StatementObserver,
): postgres.Sql {
  const [ownUrl, address] = addressFor(url);
  const client = postgres(ownUrl, {
    ...address,
    connect_timeout: 10,
    // Callers pause before they retry. The driver's own back-off would add up to 20 s per refusal.
    backoff: () => 0,
    // Timestamps arrive as ISO 8601, whatever the server's settings.
    connection: { application_name: 'blocktally', DateStyle: 'ISO', TimeZone: 'UTC' },
    onnotice: () => {},
    // By default, the driver (postgres.js 3.4) queries the array types, and loses the error if the
    // connection ends during that query.
    fetch_types: false,
    types: { textArray, bytea },
    ...options,
  });
  return preventLateRollbacks(rejectLostStatements(client), observe);
}
