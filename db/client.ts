import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import { connect } from './connect';
import { giveUpSilent } from './give-up-silent';
import { inTurn } from './in-turn';
import { type NamedLock, NamedLocks } from './named-locks';
import { Notifications } from './notifications';
import { type ObserveQuery, observeQueries } from './observe-queries';
import { renewClient } from './renew-client';

/** The database, or a transaction on it: use cases take either. */
export type Db = PgDatabase<PostgresJsQueryResultHKT>;

export interface Database {
  readonly db: Db;
  /**
   * Calls back with the payload of each notification on `channel`, and without one after every
   * (re)connect, when notifications may have been missed.
   */
  listen(channel: string, onNotify: (payload?: string) => void): Promise<{ unlisten(): void }>;
  /**
   * Takes a named lock until released; undefined when this or another process has it. The lock ends
   * with its connection, so a killed process does not keep it.
   */
  tryLock(name: string): Promise<NamedLock | undefined>;
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>;
}

const POOL_SIZE = 16;

export function openDatabase(url: string, poolSize = POOL_SIZE, observe?: ObserveQuery): Database {
  const client = renewClient(
    inTurn(() => giveUpSilent(connect(url, { max: poolSize, idle_timeout: 300 }))),
  );
  const pool = observe ? observeQueries(client, observe) : client;
  const locks = new NamedLocks(
    inTurn(() => giveUpSilent(connect(url, { max: 1, max_lifetime: null }))),
  );
  const notifications = new Notifications(inTurn((events) => connect(url, events)));
  return {
    db: drizzle(pool),
    listen: (channel, onNotify) => notifications.listen(channel, onNotify),
    tryLock: (name) => locks.take(name),
    close: async () => {
      await Promise.all([pool.end({ timeout: 10 }), notifications.close(), locks.close(10)]);
    },
  };
}
