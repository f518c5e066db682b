import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') };
const reset = { restoreMocks: true, unstubEnvs: true };
// What takes ten seconds alone takes minutes on a machine that has other work.
const patient = { testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    // Else the end of the run does not wait for the database to end.
    teardownTimeout: 120_000,
    projects: [
      {
        resolve: { alias },
        test: {
          ...reset,
          name: 'unit',
          include: ['{app,lib,db,examples,scripts,sdk,inngest}/**/*.test.ts'],
          ...patient,
          sequence: { groupOrder: 1 },
        },
      },
      {
        resolve: { alias },
        test: {
          ...reset,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          globalSetup: ['test/support/global-postgres.ts'],
          // They mostly wait for the database and the node, so more of them than cores.
          maxWorkers: 3,
          ...patient,
          sequence: { groupOrder: 2 },
        },
      },
      {
        resolve: { alias },
        test: {
          ...reset,
          name: 'server',
          include: ['test/server/**/*.test.ts'],
          globalSetup: ['test/support/global-postgres.ts', 'test/support/global-build.ts'],
          fileParallelism: false,
          // A whole build may be part of a test, or a server that is killed a dozen times.
          testTimeout: 900_000,
          hookTimeout: 900_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
