import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') };
const reset = { restoreMocks: true, unstubEnvs: true };

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          ...reset,
          name: 'unit',
          include: ['{app,lib,db,examples,scripts,sdk,inngest}/**/*.test.ts'],
          testTimeout: 60_000,
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
          testTimeout: 180_000,
          hookTimeout: 180_000,
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
          // A whole build may be part of a test, on a machine that has other work.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
