import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import { connect } from './connect';
import { createReconnectingClient } from './create-reconnecting-client';
import type { StatementObserver } from './driver-faults';
import { type NamedLock, NamedLocks } from './named-locks';
import { NotificationListener } from './notification-listener';

/** The database, or a transaction on it. Use cases accept both. */
export type Db = PgDatabase<PostgresJsQueryResultHKT>;

export interface Database {
  readonly db: Db;
  /**
   * Calls `onNotify` with the payload of each notification on `channel`, and without a payload
   * after every (re)connect, because notifications may have been missed.
   */
  listen(channel: string, onNotify: (payload?: string) => void): Promise<{ unlisten(): void }>;
  /**
   * Takes a named lock until it is released or its connection ends. Returns undefined if any
   * process, including this one, has it.
   */
  tryLock(name: string): Promise<NamedLock | undefined>;
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>;
}

/** A process has two sessions outside its pool: one for named locks and one for notifications. */
export const SESSIONS_OUTSIDE_POOL = 2;
const POOL_SIZE = 8;

export function openDatabase(
  url: string,
  poolSize = POOL_SIZE,
  observe?: StatementObserver,
): Database {
  const pool = createReconnectingClient(() =>
    connect(url, { max: poolSize, idle_timeout: 300 }, observe),
  );
  const locks = new NamedLocks(url);
  const notifications = new NotificationListener(url);
  return {
    db: drizzle(pool),
    listen: (channel, onNotify) => notifications.listen(channel, onNotify),
    tryLock: (name) => locks.take(name),
    close: async () => {
      await Promise.all([pool.end({ timeout: 10 }), notifications.close(), locks.close(10)]);
    },
  };
}
