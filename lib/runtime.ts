import { type Database, type Db, openDatabase, SESSIONS_OUTSIDE_POOL } from '@/db/client';
import type { SignUpRule } from '@/lib/accounts/sign-up-rule';
import { createThrottle, type Throttle } from '@/lib/accounts/throttle';
import type { ChainSource } from '@/lib/chain/source';
import { createSources } from '@/lib/chain/sources/create-sources';
import type { Network } from '@/lib/domain/network';
import { publicUrl } from '@/lib/domain/public-url';
import { type Env, parseEnv } from '@/lib/env';
import { BTCPAY_DIALECT, btcpayHeaders } from '@/lib/greenfield/webhooks/dialect';
import { writeStoreEvents } from '@/lib/greenfield/webhooks/write-store-events';
import { createMonthReporter } from '@/lib/http/reports/month-report';
import { createAlteredRowReporter } from '@/lib/keys/altered-rows';
import { createSeals, type Seals, setProcessSeals } from '@/lib/keys/seal';
import { loadSecretKey, sessionSecret, setupToken } from '@/lib/keys/secret-key';
import { openVault, type Vault } from '@/lib/keys/vault';
import { createLogger, type Logger } from '@/lib/log';
import { mailCustomers } from '@/lib/mail/mail-customers';
import { notifyOfDecisions } from '@/lib/mail/notify-of-decisions';
import type { MakeReport } from '@/lib/mail/send-due-mails';
import { type Mailer, openMailer } from '@/lib/mail/transport';
import { createMetrics, type Metrics } from '@/lib/metrics';
import { oncePerProcess } from '@/lib/once-per-process';
import { type ChainReader, createChainReader } from '@/lib/payments/create-chain-reader';
import { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import { combinePaymentChangeHooks, type PaymentChangeHook } from '@/lib/payments/record-standings';
import { Rates } from '@/lib/rates/rates';
import { startQuerySpan } from '@/lib/server/tracing/span';
import type { Dialects } from '@/lib/webhooks/delivery/sign';

export interface Runtime {
  readonly env: Env;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly clock: () => Date;
  readonly database: Database;
  readonly db: Db;
  readonly vault: Vault;
  readonly seals: Seals;
  readonly sessionSecret: string;
  readonly throttle: Throttle;
  /** Setup token for the first account, which only the operator can hand out. */
  readonly setupToken: string;
  readonly signUpRule: SignUpRule;
  readonly sources: ReadonlyMap<Network, ChainSource>;
  readonly chains: ChainReader;
  readonly newPayments: NewPaymentSignal;
  readonly rates: Rates;
  /** Undefined while mail is off. */
  readonly mailer: Mailer | undefined;
  readonly makeReport: MakeReport;
  /** The dialects of other APIs in which webhooks may be sent. */
  readonly dialects: Dialects;
  /** Writes what other APIs report about a change. It runs in the transaction of the change. */
  readonly afterChange: PaymentChangeHook;
  /** Aborts once this process begins to stop. */
  readonly stopping: AbortController;
}

/** Returns the runtime of this process, which is created on first use. */
export function runtime(): Runtime {
  return oncePerProcess('runtime', () => {
    const made = createRuntime(process.env);
    // If this variable is unset, the sign-in library takes its address from the Host header.
    process.env.NEXTAUTH_URL = publicUrl(made.env.appUrl, '/api/auth');
    return made;
  });
}

/** @throws Error with what is invalid in the configuration */
export function createRuntime(variables: Readonly<Record<string, string | undefined>>): Runtime {
  const env = parseEnv(variables);
  const database = openDatabase(
    env.databaseUrl,
    env.databaseMaxConnections - SESSIONS_OUTSIDE_POOL,
    env.tracing && startQuerySpan,
  );
  const clock = () => new Date();
  const log = createLogger(env.logLevel);
  const sources = createSources(env, database.db);
  const afterChange = combinePaymentChangeHooks([
    ...(env.greenfield ? [writeStoreEvents] : []),
    notifyOfDecisions,
    ...(env.mail ? [mailCustomers] : []),
  ]);
  const secretKey = env.secretKey ?? loadSecretKey(env.dataDir);
  const seals = createSeals(secretKey);
  setProcessSeals(seals, createAlteredRowReporter({ db: database.db, clock, log }));
  const token = setupToken(secretKey);
  return {
    env,
    log,
    metrics: createMetrics(env.dataDir),
    clock,
    database,
    db: database.db,
    vault: openVault(secretKey),
    seals,
    sessionSecret: sessionSecret(secretKey),
    throttle: createThrottle(),
    setupToken: token,
    signUpRule: signUpRule(env, token),
    sources,
    chains: createChainReader({ database, sources, clock, afterChange }),
    newPayments: new NewPaymentSignal(),
    rates: new Rates({
      db: database.db,
      settings: env.rates,
      clock,
      onFault: (exchange, error) => log.warn({ err: error, exchange }, 'an exchange gave no rate'),
    }),
    mailer: env.mail && openMailer(env.mail),
    makeReport: createMonthReporter(database.db),
    dialects: { [BTCPAY_DIALECT]: btcpayHeaders },
    afterChange,
    stopping: new AbortController(),
  };
}

/**
 * Returns the rule for signing up. On a developer's own machine nobody else can be first, so the
 * first account needs no token there.
 */
function signUpRule({ signUp, ownMachine }: Env, token: string): SignUpRule {
  return signUp === 'first' ? { setupToken: ownMachine ? undefined : token } : signUp;
}
