import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') };
// Files that follow each other in a worker share what they import: a third of the processor time.
const shared = { restoreMocks: true, unstubEnvs: true, unstubGlobals: true, isolate: false };
// These alter every HTTP server of their process.
const alone = [
  'lib/http/{drop-rest,ignore-upgrades,keep-connections,limit-slow-requests,own-origin}.test.ts',
];
const busy = { testTimeout: 10_000, maxWorkers: '100%', sequence: { groupOrder: 1 } };
// They mostly wait for a database, a node or a server, so there are more of them than cores.
const waiting = { maxWorkers: 4, sequence: { groupOrder: 2 } };

export default defineConfig({
  test: {
    // Else the end of the run does not wait for the database to end.
    teardownTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'unit',
          include: ['{app,lib,db,examples,scripts,sdk,inngest}/**/*.test.ts'],
          exclude: alone,
          ...busy,
        },
      },
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'unit alone',
          include: alone,
          isolate: true,
          ...busy,
        },
      },
      {
        resolve: { alias },
        test: {
          ...shared,
          ...waiting,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          globalSetup: ['test/support/global-postgres.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          ...shared,
          ...waiting,
          name: 'server',
          include: ['test/server/**/*.test.ts'],
          globalSetup: ['test/support/global-postgres.ts', 'test/support/global-build.ts'],
          testTimeout: 180_000,
          // A build may be part of one.
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
