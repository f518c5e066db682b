/**
 * Who may import whom, as one table: the first row that fits a file counts. `may` and `types`
 * (for imports of types only) list the beginnings of allowed paths; `packages` the allowed
 * packages, where it matters. Test files may import what they like.
 */
export const IMPORT_RULES = [
  { files: 'lib/domain/', may: ['lib/domain/'], packages: [] },
  {
    files: 'lib/bitcoin/',
    may: ['lib/bitcoin/', 'lib/domain/'],
    packages: ['@bitcoinerlab/', '@noble/', '@scure/', 'bitcoinjs-lib', 'lru-cache', 'node:crypto'],
  },
  {
    files: 'db/',
    may: ['db/', 'lib/domain/'],
    packages: ['drizzle-orm', 'postgres', 'node:timers/promises'],
  },
  {
    files: 'lib/chain/',
    may: ['lib/chain/', 'db/', 'lib/bitcoin/', 'lib/domain/', 'lib/tracing/span'],
  },
  { files: 'lib/net/', may: ['lib/net/'], packages: ['ipaddr.js'] },
  { files: 'lib/audit/', may: ['lib/audit/', 'db/', 'lib/domain/'] },
  {
    files: 'lib/keys/',
    may: ['lib/keys/', 'lib/audit/', 'lib/net/', 'db/', 'lib/bitcoin/', 'lib/domain/'],
  },
  {
    files: 'lib/accounts/',
    may: ['lib/accounts/', 'lib/audit/', 'lib/keys/', 'db/', 'lib/domain/'],
  },
  {
    files: 'lib/webhooks/',
    may: [
      'lib/webhooks/',
      'lib/audit/',
      'lib/keys/',
      'db/',
      'lib/bitcoin/',
      'lib/domain/',
      'lib/tracing/span',
      'lib/version',
    ],
    types: ['lib/log'],
  },
  // The door of the hosted page, which knows nothing else of the process.
  {
    files: 'lib/payments/public.ts',
    may: ['lib/payments/', 'lib/domain/', 'lib/runtime', 'lib/log', 'lib/once-per-process'],
  },
  {
    files: 'lib/payments/',
    may: [
      'lib/payments/',
      'lib/audit/',
      'lib/chain/',
      'lib/keys/',
      'lib/webhooks/',
      'db/',
      'lib/bitcoin/',
      'lib/domain/',
    ],
  },
  {
    files: 'lib/jobs/',
    may: [
      'lib/jobs/',
      'lib/payments/',
      'lib/webhooks/',
      // What the API remembers for 30 days is pruned.
      'lib/http/idempotency',
      'lib/chain/source',
      'lib/domain/',
      'lib/log',
      'lib/tracing/span',
    ],
    types: ['db/client', 'lib/keys/vault', 'lib/log'],
  },
  // Where a request of the web server meets what the process is made of.
  {
    files: 'lib/http/adapt',
    may: [
      'lib/http/',
      'lib/net/',
      'lib/once-per-process',
      'lib/runtime',
      'lib/domain/',
      'lib/log',
      'lib/tracing/span',
    ],
  },
  // Remembers answers in the transaction of what they tell of.
  {
    files: 'lib/http/idempotency.ts',
    may: ['lib/payments/payment-row', 'lib/payments/wallet-queue', 'db/', 'lib/domain/'],
  },
  {
    files: 'lib/http/',
    may: [
      'lib/http/',
      'lib/payments/',
      'lib/webhooks/',
      'lib/keys/',
      'lib/accounts/',
      'lib/audit/',
      'lib/net/',
      'lib/bitcoin/',
      'lib/domain/',
      'lib/log',
      'lib/tracing/span',
    ],
    types: ['lib/runtime'],
  },
  // People's sessions: what next-auth and cookies need of the process and of lib/accounts.
  {
    files: 'lib/auth/',
    may: ['lib/auth/', 'lib/accounts/', 'lib/net/', 'lib/domain/', 'lib/runtime'],
    types: ['lib/provider-settings'],
    packages: ['next', 'next-auth', 'react', 'node:crypto'],
  },
  { files: 'lib/tracing/', may: ['lib/tracing/', 'lib/version'], types: ['lib/log'] },
  // The program of a server process, which starts everything else.
  {
    files: 'lib/server/',
    may: [
      'lib/server/',
      'lib/http/',
      'lib/jobs/',
      'lib/keys/check-secret-key',
      'lib/log',
      'lib/net/client-ip',
      'lib/readiness',
      'lib/runtime',
      'lib/tracing/',
      'db/migrate',
      'inngest/wake-deliveries',
    ],
    packages: ['node:', 'next'],
  },
  { files: 'lib/', may: ['lib/', 'db/', 'package.json'] },
  { files: 'app/v1/', may: ['app/v1/', 'lib/http/'] },
  { files: 'app/pay/', may: ['app/pay/', 'app/_ui/', 'lib/payments/public', 'lib/domain/'] },
  { files: 'app/api/inngest/', may: ['inngest/', 'lib/runtime'] },
  { files: 'app/_ui/', may: ['app/_ui/', 'lib/domain/'] },
  {
    files: 'app/',
    may: [
      'app/',
      'lib/accounts/',
      'lib/audit/',
      'lib/auth/',
      'lib/bitcoin/',
      'lib/domain/',
      'lib/health',
      'lib/readiness',
      'lib/http/',
      'lib/keys/',
      'lib/log',
      'lib/payments/',
      'lib/runtime',
      'lib/version',
      'lib/webhooks/',
    ],
    types: ['lib/provider-settings'],
  },
  {
    files: 'inngest/',
    may: ['inngest/', 'lib/jobs/', 'lib/payments/', 'lib/webhooks/', 'lib/domain/'],
    types: ['lib/log'],
  },
  { files: 'instrumentation.ts', may: ['lib/runtime'] },
  // What others take home: it knows nothing of the server.
  { files: 'sdk/', may: ['sdk/'], packages: [] },
  { files: 'examples/', may: ['examples/'], packages: ['node:', '@blocktally/sdk', 'express'] },
  // Tests that run for as long as one likes.
  { files: 'scripts/crash.ts', may: ['scripts/', 'test/'] },
  { files: 'scripts/model.ts', may: ['scripts/', 'test/'] },
  { files: 'bench/', may: ['bench/', 'test/', 'scripts/', 'inngest/', 'db/', 'lib/'] },
  { files: 'scripts/', may: ['scripts/', 'db/', 'lib/', 'package.json'] },
];

/** What a "use client" file may take values from: nothing that belongs to the server. */
export const CLIENT_MAY = ['app/', 'lib/domain/'];
export const SERVER_PACKAGES = ['node:', 'drizzle-orm', 'postgres', 'pino', 'server-only'];

/** Where the environment may be read: in one file of the server, and around the server. */
export const READS_ENVIRONMENT = [
  'lib/runtime.ts',
  'scripts/',
  'test/',
  'bench/',
  'e2e/',
  'examples/',
  'drizzle.config.ts',
  'next.config.mjs',
  'playwright.config.ts',
  'vitest.config.ts',
];
