const DB = ['drizzle-orm'];
const WEB = ['react', 'next'];
const KIT = [
  '@hookform/resolvers',
  '@tanstack/react-query',
  'clsx',
  'lucide-react',
  'next-themes',
  'nuqs',
  'qrcode',
  'radix-ui',
  'react-hook-form',
  'sonner',
  'zod',
];

/**
 * Who may use what, as one table; the first row that fits a file counts, and every file has one.
 *
 * - `may` and `types` (for imports of types only): beginnings of allowed paths
 * - `packages`: allowed packages; one that ends with "/" or ":" stands for all that begin so
 * - `globals`: allowed kinds of globals-used.mjs
 * - `what`: what ARCHITECTURE.md says of the part; rows without it are exceptions to the next one
 *
 * Test files may import and use what they like.
 */
export const IMPORT_RULES = [
  {
    files: 'lib/domain/',
    what: 'the rules: pure functions and types',
    may: ['lib/domain/'],
    packages: [],
    globals: ['random'],
  },
  {
    files: 'lib/bitcoin/',
    what: 'scripts, addresses, descriptors and blocks: pure, over the Bitcoin libraries',
    may: ['lib/bitcoin/', 'lib/domain/'],
    packages: ['@bitcoinerlab/', '@noble/', '@scure/', 'bitcoinjs-lib', 'lru-cache', 'node:crypto'],
    globals: [],
  },
  {
    files: 'db/',
    what: 'schema, connection, locks, migrations',
    may: ['db/', 'lib/domain/'],
    packages: [...DB, 'postgres', 'postgres-array', 'node:timers/promises'],
    globals: ['timers'],
  },
  {
    files: 'lib/audit/',
    what: 'the audit log',
    may: ['lib/audit/', 'db/', 'lib/domain/'],
    packages: DB,
    globals: [],
  },
  {
    files: 'lib/chain/',
    what: 'sources and the follower; what it finds goes to a ledger that it is handed',
    may: ['lib/chain/', 'db/', 'lib/bitcoin/', 'lib/domain/', 'lib/tracing/span'],
    types: ['lib/env'],
    packages: [
      ...DB,
      '@bitcoinerlab/secp256k1',
      'bitcoinjs-lib',
      'zod',
      'node:crypto',
      'node:timers/promises',
    ],
    globals: ['network', 'clock', 'random'],
  },
];
