import { type Database, type Db, openDatabase } from '@/db/client';
import type { SignUpRule } from '@/lib/accounts/sign-up-rule';
import { createThrottle, type Throttle } from '@/lib/accounts/throttle';
import type { ChainSource } from '@/lib/chain/source';
import { createSources } from '@/lib/chain/sources';
import type { Network } from '@/lib/domain/network';
import { publicUrl } from '@/lib/domain/public-url';
import { type Env, parseEnv } from '@/lib/env';
import { loadSecretKey, sessionSecret, setupToken } from '@/lib/keys/secret-key';
import { openVault, type Vault } from '@/lib/keys/vault';
import { createLogger, type Logger } from '@/lib/log';
import { createMetrics, type Metrics } from '@/lib/metrics';
import { oncePerProcess } from '@/lib/once-per-process';
import { querySpan } from '@/lib/tracing/span';

/** The parts of a server process. */
export interface Runtime {
  readonly env: Env;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly clock: () => Date;
  readonly database: Database;
  readonly db: Db;
  readonly vault: Vault;
  /** The key that encrypts session cookies. */
  readonly sessionSecret: string;
  readonly throttle: Throttle;
  /** Shows that the user of the first account is the operator, or sent by the operator. */
  readonly setupToken: string;
  readonly signUpRule: SignUpRule;
  readonly sources: ReadonlyMap<Network, ChainSource>;
}

/** The runtime of this process, created on first use. */
export function runtime(): Runtime {
  return oncePerProcess('runtime', () => {
    const made = createRuntime(process.env);
    // Without this variable the sign-in library takes its address from the Host header.
    process.env.NEXTAUTH_URL = publicUrl(made.env.appUrl, '/api/auth');
    return made;
  });
}

/** @throws Error naming what is invalid in the configuration */
export function createRuntime(variables: Readonly<Record<string, string | undefined>>): Runtime {
  const env = parseEnv(variables);
  const database = openDatabase(env.databaseUrl, undefined, env.tracing && querySpan);
  const secretKey = env.secretKey ?? loadSecretKey(env.dataDir);
  return {
    env,
    log: createLogger(env.logLevel),
    metrics: createMetrics(),
    clock: () => new Date(),
    database,
    db: database.db,
    vault: openVault(secretKey),
    sessionSecret: sessionSecret(secretKey),
    throttle: createThrottle(),
    setupToken: setupToken(secretKey),
    signUpRule: signUpRule(env, setupToken(secretKey)),
    sources: createSources(env, database.db),
  };
}

/** On a developer's own machine, where nobody else can be first, the first account needs no token. */
function signUpRule({ signUp, ownMachine }: Env, token: string): SignUpRule {
  return signUp === 'first' ? { setupToken: ownMachine ? undefined : token } : signUp;
}
