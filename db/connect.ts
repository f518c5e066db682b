import { makePgArray } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import { parse } from 'postgres-array';
import { endInTime } from './end-in-time';
import { failUnsent } from './fail-unsent';
import { guardTransactions } from './guard-transactions';

/** `text[]` in PostgreSQL's catalogue, the only array type in the schema. */
const TEXT_ARRAY_OID = 1009;

const textArray: postgres.PostgresType<string | string[]> = {
  to: TEXT_ARRAY_OID,
  from: [TEXT_ARRAY_OID],
  // Drizzle serializes those of its columns itself.
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
 * The hosts and ports of a URL with IPv6 addresses: the driver (postgres.js 3.4) takes their brackets
 * for a part of them, and what follows their first colon for a port.
 */
function ipv6Hosts(url: string): { host?: string; port?: number } {
  const [, hosts = ''] = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url) ?? [];
  if (!hosts.includes('[')) return {};
  const each = [...hosts.matchAll(/(?:\[([^\]]+)\]|([^,:[\]]+))(?::(\d+))?/g)];
  const host = each.map(([, address, name = '']) => address ?? name);
  const port = each.map(([, , , one = '5432']) => Number(one));
  // Its types name one of each, but it takes lists.
  return { host, port } as object;
}

/**
 * Opens a connection pool with Blocktally's settings. The loss of a connection rejects its queries
 * and is never an uncaught error.
 */
export function connect(
  url: string,
  options: postgres.Options<Record<string, never>>,
): postgres.Sql {
  const client = postgres(url, {
    ...ipv6Hosts(url),
    connect_timeout: 10,
    // The driver would let statements that wait for a connection wait for up to 20 s more after each refusal.
    // Whoever asks again waits by itself.
    backoff: () => 0,
    // Timestamps arrive as ISO 8601, whatever the server's settings.
    connection: { application_name: 'blocktally', DateStyle: 'ISO', TimeZone: 'UTC' },
    onnotice: () => {},
    // The driver (postgres.js 3.4) queries array types itself, and loses the error of a connection
    // that ends meanwhile.
    fetch_types: false,
    types: { textArray, bytea },
    ...options,
  });
  return endInTime(guardTransactions(failUnsent(client)));
}
