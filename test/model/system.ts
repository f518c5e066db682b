import { type Database, openDatabase } from '@/db/client';
import type { BlockRef, ChainSource } from '@/lib/chain/source';
import type { Member } from '@/lib/domain/actor';
import { createLogger } from '@/lib/log';
import { expirePayments } from '@/lib/payments/expire-payments';
import { type SyncResult, syncChain } from '@/lib/payments/sync-chain';
import { type DispatchDeps, dispatchDue } from '@/lib/webhooks/delivery/dispatch';
import { createTestApi, type TestApi, type TestResponse } from '../support/api';
import { testVault } from '../support/factories';
import { LONG_LIMITS } from '../support/long-limits';
import type { TestDatabase } from '../support/new-database';
import type { ChainDriver } from './chain-driver';
import { openLinkForm, type SendForm } from './clicks';
import { faultySource, type Outage } from './faulty-source';
import type { HookReceivers } from './hooks';
import { RATE_TABLES, type RateTable, SPREAD_PPM } from './prices';
import { newPusher } from './pusher';

/** In ms. Only the test moves the clock. */
export interface Clock {
  now: number;
}

export interface SystemParts {
  readonly base: TestDatabase;
  readonly apiKeyId: string;
  /** An owner of the merchant to which the API key belongs. */
  readonly owner: Member;
  readonly apiKey: string;
  readonly signingSecret: string;
  readonly hooks: HookReceivers;
  /** Addresses that customers provide. One of them belongs to the merchant's own wallet. */
  readonly addresses: readonly string[];
  readonly clock: Clock;
  readonly driver: ChainDriver;
  /** The environment variables that configure the chain for the API. */
  readonly variables: Record<string, string>;
  newSource(database: Database): ChainSource;
  /** Restores the initial state. @returns the newest block of the chain */
  rewind(): Promise<BlockRef>;
}

/** Blocktally itself on PostgreSQL, as an API and two server processes that read the chain. */
export interface System extends SystemParts {
  readonly outage: Outage;
  call: (
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    key?: string,
  ) => Promise<TestResponse>;
  /** Returns the API of a process that uses this database connection. */
  apiOn(database: Database): System['call'];
  /** Returns the page of payment links in a process that uses this database connection. */
  clickOn(database: Database): SendForm;
  /** The database connections of both processes. Each process serves the pages of links. */
  readonly pages: readonly Database[];
  /** Reads the chain and expires payments, like the jobs of a server process. */
  sync(process: 0 | 1, database?: Database): Promise<SyncResult>;
  /** Sends due deliveries, like the job of a server process. */
  dispatch(process: 0 | 1, settings: SendingLimits, database?: Database): Promise<number>;
  restart(process: 0 | 1): void;
  restartWith(rates: RateTable): void;
  /**
   * Restores the initial state and restarts both processes. @returns the newest block of the chain
   */
  begin(): Promise<BlockRef>;
  close(): Promise<void>;
}

export type SendingLimits = Required<Pick<DispatchDeps, 'perHost' | 'maxInFlight'>> & {
  readonly random: number;
};

const POOL_SIZE = 3;
/**
 * A local receiver responds within this time. Tests also wait this long for a receiver that never
 * responds, so the time is short.
 */
const LONG_TIMEOUT_MS = 3_000;

export function openSystem(parts: SystemParts): System {
  const { base, clock } = parts;
  const now = () => new Date(clock.now);
  const log = createLogger('silent');
  let rates = RATE_TABLES[0];
  const apiOn = (database: Database): System['call'] => {
    const own = { ...base, database, db: database.db };
    const variables = { ...parts.variables, ...variablesOf(rates) };
    return callWith(createTestApi(own, variables, log, now), parts.apiKey);
  };
  const clickOn = ({ db }: Database) =>
    openLinkForm({ db, url: base.url }, sources[0], variablesOf(rates), now);
  const outage: Outage = { callsLeft: undefined, failuresLeft: 0 };
  const databases = [base.database, openDatabase(base.url, POOL_SIZE)] as const;
  const start = (database: Database) => faultySource(parts.newSource(database), outage);
  const sources: [ChainSource, ChainSource] = [start(databases[0]), start(databases[1])];
  const pushers = [
    newPusher(parts, databases[0], now),
    newPusher(parts, databases[1], now),
  ] as const;
  const system: System = {
    ...parts,
    outage,
    apiOn,
    call: apiOn(base.database),
    clickOn,
    pages: databases,
    sync: async (process, database = databases[process]) => {
      // During a read, the source also pushes transactions. This may change only the time of an
      // event. Kills and outages count the calls of the read, so nothing is pushed in these cases.
      const pushing = database === databases[process] && outage.callsLeft === undefined;
      const [result] = await Promise.all([
        syncChain(database, 'regtest', sources[process], now),
        pushing ? pushers[process].push() : undefined,
      ]);
      await expirePayments(database.db, now());
      return result;
    },
    dispatch: (process, { random, ...bounds }, { db } = databases[process]) => {
      const isAnySilent = [...parts.hooks.replies.values()].includes('silent');
      const limits = isAnySilent ? { ...LONG_LIMITS, firstByteMs: LONG_TIMEOUT_MS } : LONG_LIMITS;
      const policy = { allowPrivate: true };
      const deps = { db, vault: testVault, policy, log, limits, ...bounds };
      return dispatchDue({ ...deps, random: () => random }, now);
    },
    restartWith: (table) => {
      rates = table;
      system.call = apiOn(base.database);
    },
    restart: (process) => {
      sources[process] = start(databases[process]);
      pushers[process].forget();
    },
    begin: async () => {
      Object.assign(outage, { callsLeft: undefined, failuresLeft: 0 });
      parts.hooks.begin();
      const tip = await parts.rewind();
      system.restartWith(RATE_TABLES[0]);
      system.restart(0);
      system.restart(1);
      await system.sync(0);
      return tip;
    },
    close: async () => {
      await parts.hooks.close();
      await databases[1].close();
      await base.drop();
    },
  };
  return system;
}

function callWith(api: TestApi, apiKey: string): System['call'] {
  return (method, path, body, key) =>
    api.call({
      method,
      path,
      key: apiKey,
      ...(body === undefined ? {} : { body }),
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
}

function variablesOf(rates: RateTable): Record<string, string> {
  const table = Object.entries(rates).map(([currency, rate]) => `${currency}=${rate}`);
  return { PRICE_FIXED: table.join(), PRICE_SPREAD_PPM: String(SPREAD_PPM) };
}
