import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePrograms, bundleServer, PROGRAMS, stopBundler } from './bundle-server.mjs';
import { CACHE, ROOT, SETUP_LOCK } from './checkout.mjs';
import { withLock } from './lock.mjs';
import { buildPagesAndServer } from './next-build.mjs';
import { runPhaseWithProgress } from './progress.mjs';
import { assertNoRunningServer } from './running-servers.mjs';
import { HEAP_LIMIT } from './server-process.mjs';
import { listFilesIn } from './sources.mjs';

/** The folders that a build reads. It reads docs and examples, because pages show them. */
const FOLDERS = [
  'app',
  'db',
  'docs',
  'examples/frameworks',
  'examples/samples',
  'inngest',
  'lib',
  'public',
  'scripts/admin',
  'scripts/lib',
  'sdk',
];
const FILES = /\.(?:ts|mjs|json)$/;
const NOT_READ = /^(?:vitest\.|drizzle\.|knip\.|playwright\.|next-env\.d\.ts)/;

/** `npm run sdk:build` writes sdk/types. */
const NOT_READ_IN_FOLDERS = /\.test\.tsx?$|^sdk\/types\//;

const NEXT = path.join(ROOT, '.next');
const STAMP = path.join(NEXT, 'blocktally-sources');
const SERVER = path.join(NEXT, 'blocktally-server.mjs');
/** The development server's bundle. It is not in .next, because Next.js manages that folder. */
const DEV_SERVER = path.join(CACHE, 'blocktally-server.mjs');

/** Returns the Node.js arguments that start the built server. It listens on HOST and PORT. */
export const serverCommand = () => [HEAP_LIMIT, SERVER];

/** Bundles the development server. Returns the Node.js arguments that run it. */
export async function devServerCommand() {
  await bundleServer(DEV_SERVER);
  await stopBundler();
  return [DEV_SERVER];
}

/**
 * Returns the Node.js arguments that run a program. The bundle of a current build starts twice as
 * fast as the sources.
 *
 * @param {keyof typeof PROGRAMS} name
 */
export function programCommand(name) {
  return isBuildCurrent() ? [bundleOf(name)] : ['--import', 'tsx', PROGRAMS[name]];
}

const bundleOf = (name) => path.join(NEXT, `blocktally-${name}.mjs`);

/** Returns whether .next contains a complete build of the current sources. */
export function isBuildCurrent() {
  return stampOf(STAMP) === sourcesHash();
}

/**
 * Builds the current sources unless a build of them exists. Several processes may call this
 * concurrently.
 *
 * @throws Error with the compiler's output, or with the running server that needs the old build
 */
export async function ensureBuilt({ log }) {
  if (isBuildCurrent()) return;
  await withLock(
    SETUP_LOCK,
    async () => {
      const sources = sourcesHash();
      if (stampOf(STAMP) === sources) return;
      assertNoRunningServer('The sources have changed', 'building now would take its pages away');
      rmSync(STAMP, { force: true });
      const phase = {
        begins: 'Building; takes half a minute after a change …',
        doing: 'building',
        done: 'Built',
        log,
      };
      await runPhaseWithProgress(phase, async () => {
        await buildPagesAndServer(SERVER);
        await bundlePrograms(bundleOf);
      }).finally(stopBundler);
      writeFileSync(STAMP, sources);
    },
    { onWait: () => log('Waiting for another start in this folder to finish building …') },
  );
}

function sourcesHash() {
  const hash = createHash('sha256');
  const top = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isFile() && FILES.test(entry.name) && !NOT_READ.test(entry.name))
    .map((entry) => entry.name);
  const folders = FOLDERS.flatMap((folder) => listFilesIn(ROOT, folder)).filter(
    (file) => !NOT_READ_IN_FOLDERS.test(file),
  );
  const files = [...top, ...Object.values(PROGRAMS), ...folders];
  for (const file of files.sort()) {
    const content = readFileSync(path.join(ROOT, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function stampOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
