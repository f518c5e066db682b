import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';

/** The database, or a transaction on it: use cases take either. */
export type Db = PostgresJsDatabase;

export interface Database {
  readonly db: Db;
  /** Calls back whenever `channel` is notified, and after every reconnect. */
  listen(channel: string, onNotify: () => void): Promise<{ unlisten(): Promise<void> }>;
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>;
}

const POOL_SIZE = 16;

export function openDatabase(url: string, poolSize = POOL_SIZE): Database {
  const client = postgres(url, {
    max: poolSize,
    connect_timeout: 10,
    idle_timeout: 300,
    connection: { application_name: 'blocktally' },
    onnotice: () => {},
  });
  return {
    db: drizzle(client),
    listen: (channel, onNotify) => client.listen(channel, onNotify, onNotify),
    close: () => client.end({ timeout: 10 }),
  };
}
