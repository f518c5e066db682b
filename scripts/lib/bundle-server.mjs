import path from 'node:path';
import { ROOT } from './checkout.mjs';

/** Beside the program, which starts its threads from it. */
const WORKER = 'blocktally-worker.mjs';

/**
 * Bundles the program of a server process (lib/server/main.ts) and that of its threads
 * (lib/threads/worker.ts) into one file each, with all packages except Next.js, which finds its
 * files by its own path.
 *
 * @param {string} file of the program; that of the threads is written to the same folder
 */
export async function bundleServer(file) {
  await Promise.all([
    bundle('lib/server/main.ts', file),
    bundleWorker(path.join(path.dirname(file), WORKER)),
  ]);
}

/** @param {string} file */
export function bundleWorker(file) {
  return bundle('lib/threads/worker.ts', file);
}

async function bundle(entry, file) {
  // Imported late: a start may have to install the packages first.
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['next'],
    // CommonJS packages need `require`, which an ES module does not have.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
}
