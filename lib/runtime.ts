import { type Database, type Db, openDatabase } from '@/db/client';
import type { ChainSource } from '@/lib/chain/source';
import { createSources } from '@/lib/chain/sources';
import type { Network } from '@/lib/domain/network';
import { type Env, parseEnv } from '@/lib/env';
import { openVault, type Vault } from '@/lib/keys/vault';
import { loadSecretKey } from '@/lib/keys/secret-key';
import { createLogger, type Logger } from '@/lib/log';

/** What a server process is made of. */
export interface Runtime {
  readonly env: Env;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly database: Database;
  readonly db: Db;
  readonly vault: Vault;
  readonly sources: ReadonlyMap<Network, ChainSource>;
}

// Next gives instrumentation, routes and pages a copy of each module: only globalThis is shared.
const shared = globalThis as { blocktallyRuntime?: Runtime };

/** The runtime of this process, put together on first use. */
export function runtime(): Runtime {
  shared.blocktallyRuntime ??= createRuntime(process.env);
  return shared.blocktallyRuntime;
}

/** @throws Error naming what is wrong with the configuration */
export function createRuntime(variables: Readonly<Record<string, string | undefined>>): Runtime {
  const env = parseEnv(variables);
  const database = openDatabase(env.databaseUrl);
  return {
    env,
    log: createLogger(env.logLevel),
    clock: () => new Date(),
    database,
    db: database.db,
    vault: openVault(env.secretKey ?? loadSecretKey(env.dataDir)),
    sources: createSources(env, database.db),
  };
}
