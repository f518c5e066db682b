import { APP_RULES } from './import-rules-app.mjs';
import { LIB_RULES } from './import-rules-lib.mjs';

/**
 * Who may use what, as one table. The first row that fits a file counts, and every file has one.
 *
 * - `what`: what ARCHITECTURE.md says of the part; a row without it is an exception to a later one
 * - `may` and `types` (for imports of types only): beginnings of allowed paths
 * - `packages`: allowed packages; one that ends with "/" or ":" stands for all that begin so
 * - `globals`: allowed kinds of globals-used.mjs
 *
 * Test files may import and use what they like.
 */
export const IMPORT_RULES = [...LIB_RULES, ...APP_RULES];

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
