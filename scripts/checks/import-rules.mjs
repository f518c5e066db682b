import { APP_RULES } from './import-rules-app.mjs';
import { CORE_RULES } from './import-rules-core.mjs';
import { SERVER_RULES } from './import-rules-server.mjs';

/**
 * The import rules. The first row that matches a file counts, and every file has one.
 *
 * - `what`: the description in ARCHITECTURE.md; a row without it is an exception to a later row
 * - `may` and `types` (for imports of types only): prefixes of allowed paths
 * - `packages`: allowed packages; a name that ends with "/" or ":" is a prefix
 * - `globals`: allowed kinds, from globals-used.mjs
 *
 * Test files may import and use what they like.
 */
export const IMPORT_RULES = [...CORE_RULES, ...SERVER_RULES, ...APP_RULES];

/** Paths from which a "use client" file may import values: nothing of the server. */
export const CLIENT_MAY = ['app/', 'lib/domain/'];
export const SERVER_PACKAGES = ['node:', 'drizzle-orm', 'postgres', 'pino', 'server-only'];

/** Where the environment may be read: in one file of the server, and outside of the server. */
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
