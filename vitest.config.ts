import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
// Without the extension, Node.js could not load this configuration directly, and Vite would warn.
import { makeRunFolder } from './test/support/run-folder.ts';

makeRunFolder();

/** The slowest files run first. A slow file that starts last would run alone at the end. */
const LONG = [
  'integration/payments/model',
  'server/upgrade-beside',
  'server/fuzz',
  'server/event-loop',
  'integration/rates/random-faults',
  'integration/database/silent-host',
  'server/bench',
  'server/kills',
  'integration/bitcoin/descriptors-on-a-node',
  'integration/jobs/idle',
  'server/app-stores',
  'server/package',
  'server/start',
  'server/access',
  'server/first-account',
  'integration/esplora/budget',
  'server/known-device',
  'integration/database/embedded-postgres',
  'server/hostile-connections',
  'server/tracing',
];

/** Runs the files of {@link LONG} first, and then the others in Vitest's own order. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return at === -1 ? LONG.length : at;
}

const every = {
  setupFiles: ['test/support/seals.ts'],
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  isolate: false,
};
// These tests mostly wait for a database, a node or a server, so there are more workers than cores.
const waiting = { maxWorkers: 4, sequence: { groupOrder: 2 } };

const resolve = { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } };

export default defineConfig({
  test: {
    // If this limit were short, the run would exit before the database has stopped.
    teardownTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          ...every,
          name: 'unit',
          include: ['{app,app-stores,lib,db,scripts,sdk,inngest}/**/*.test.ts'],
          // On an idle machine, each test takes at most a tenth of this limit.
          testTimeout: 30_000,
          maxWorkers: '100%',
          sequence: { groupOrder: 1 },
        },
      },
      {
        resolve,
        test: {
          ...every,
          ...waiting,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          globalSetup: ['test/support/global-postgres.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        resolve,
        test: {
          ...every,
          ...waiting,
          name: 'server',
          include: ['test/server/**/*.test.ts'],
          globalSetup: ['test/support/global-postgres.ts', 'test/support/global-build.ts'],
          testTimeout: 600_000,
          // A test may include a build.
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
