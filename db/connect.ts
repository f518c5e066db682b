import { makePgArray } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import { parse } from 'postgres-array';
import { endInTime } from './end-in-time';
import { guardTransactions } from './guard-transactions';

const DEFAULT_PORT = 5432;

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
 * The driver (postgres.js 3.4) takes the brackets of an IPv6 address for a part of it, and splits one
 * that is given as a text at its colons. Its types do not have the lists that it takes.
 */
function ipv6Host(url: string): object {
  const [, host, port] = /^\w+:\/\/(?:[^/?#]*@)?\[([^\]]+)\](?::(\d+))?/.exec(url) ?? [];
  return host === undefined ? {} : { host: [host], port: [Number(port ?? DEFAULT_PORT)] };
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
    ...ipv6Host(url),
    connect_timeout: 10,
    // Timestamps arrive as ISO 8601, whatever the server's settings.
    connection: { application_name: 'blocktally', DateStyle: 'ISO', TimeZone: 'UTC' },
    onnotice: () => {},
    // The driver (postgres.js 3.4) queries array types itself, and loses the error of a connection
    // that ends meanwhile.
    fetch_types: false,
    types: { textArray, bytea },
    ...options,
  });
  return endInTime(guardTransactions(client));
}
