import { type Database, openDatabase } from '@/db/client';
import type { BlockRef, ChainSource } from '@/lib/chain/source';
import { createLogger } from '@/lib/log';
import { expirePayments } from '@/lib/payments/expire-payments';
import { type SyncResult, syncChain } from '@/lib/payments/sync-chain';
import { createTestApi, type TestAnswer } from '../support/api';
import type { TestDatabase } from '../support/new-database';
import type { ChainDriver } from './chain-driver';
import { faultySource, type Outage } from './faulty-source';

/** The time of a system, moved by hand, in ms. */
export interface Clock {
  now: number;
}

/** What a system is put together from. */
export interface Parts {
  readonly base: TestDatabase;
  readonly apiKey: string;
  /** Customer-provided addresses to use; one of them belongs to the shop's own wallet. */
  readonly addresses: readonly string[];
  readonly clock: Clock;
  readonly driver: ChainDriver;
  /** Settings of the API: where its chain is. */
  readonly variables: Record<string, string>;
  newSource(database: Database): ChainSource;
  /** Puts everything back to the first day. @returns the tip the chain has then */
  rewind(): Promise<BlockRef>;
}

/** Blocktally itself: the API, and two server processes that read the chain, on PostgreSQL. */
export interface System extends Parts {
  readonly outage: Outage;
  call(method: 'GET' | 'POST', path: string, body?: unknown, key?: string): Promise<TestAnswer>;
  /** Reads the chain and expires what is due, as the jobs of a process do. */
  sync(process: 0 | 1): Promise<SyncResult>;
  restart(process: 0 | 1): void;
  /** The first day again, with both processes just started. @returns the chain's tip */
  begin(): Promise<BlockRef>;
  close(): Promise<void>;
}

const POOL_SIZE = 3;

export function openSystem(parts: Parts): System {
  const { base, clock } = parts;
  const now = () => new Date(clock.now);
  const api = createTestApi(base, parts.variables, createLogger('silent'), now);
  const outage: Outage = { callsLeft: undefined, failuresLeft: 0 };
  const databases = [base.database, openDatabase(base.url, POOL_SIZE)] as const;
  const start = (database: Database) => faultySource(parts.newSource(database), outage);
  const sources: [ChainSource, ChainSource] = [start(databases[0]), start(databases[1])];
  const system: System = {
    ...parts,
    outage,
    call: (method, path, body, key) =>
      api.call({
        method,
        path,
        key: parts.apiKey,
        ...(body === undefined ? {} : { body }),
        headers: key === undefined ? {} : { 'idempotency-key': key },
      }),
    sync: async (process) => {
      const result = await syncChain(databases[process], 'regtest', sources[process], now);
      await expirePayments(databases[process].db, now());
      return result;
    },
    restart: (process) => {
      sources[process] = start(databases[process]);
    },
    begin: async () => {
      Object.assign(outage, { callsLeft: undefined, failuresLeft: 0 });
      const tip = await parts.rewind();
      system.restart(0);
      system.restart(1);
      await system.sync(0);
      return tip;
    },
    close: async () => {
      await databases[1].close();
      await base.drop();
    },
  };
  return system;
}
