import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { type ObserveQuery, observeQueries } from './observe-queries';

/** The database, or a transaction on it: use cases take either. */
export type Db = PgDatabase<PostgresJsQueryResultHKT>;

export interface Database {
  readonly db: Db;
  /**
   * Calls back whenever `channel` is notified, with the payload; and without one after every
   * (re)connect, when anything may have been missed.
   */
  listen(
    channel: string,
    onNotify: (payload?: string) => void,
  ): Promise<{ unlisten(): Promise<void> }>;
  /**
   * Holds a named lock on one connection of the pool until released; undefined when another
   * process has it. It ends with its connection, so a killed process never keeps it.
   */
  tryLock(name: string): Promise<{ release(): Promise<void> } | undefined>;
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>;
}

const POOL_SIZE = 16;

export function openDatabase(url: string, poolSize = POOL_SIZE, observe?: ObserveQuery): Database {
  const client = postgres(url, {
    max: poolSize,
    connect_timeout: 10,
    idle_timeout: 300,
    connection: { application_name: 'blocktally' },
    onnotice: () => {},
  });
  return {
    db: drizzle(observe ? observeQueries(client, observe) : client),
    listen: (channel, onNotify) => client.listen(channel, onNotify, onNotify),
    tryLock: (name) => tryLock(client, name),
    close: () => client.end({ timeout: 10 }),
  };
}

async function tryLock(client: postgres.Sql, name: string) {
  const connection = await client.reserve();
  const [row] = await connection`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as held`;
  if (!row?.held) {
    connection.release();
    return undefined;
  }
  return {
    async release() {
      try {
        await connection`select pg_advisory_unlock(hashtextextended(${name}, 0))`;
      } finally {
        connection.release();
      }
    },
  };
}
