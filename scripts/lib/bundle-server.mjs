import path from 'node:path';
import { ROOT } from './checkout.mjs';

/** Beside the program, which starts its threads from them. */
const THREADS = {
  'blocktally-worker.mjs': 'lib/threads/worker.ts',
  'blocktally-chain-thread.mjs': 'lib/chain-thread/program.ts',
};

/**
 * Bundles the program of a server process (lib/server/main.ts) and those of its threads into one
 * file each, with all packages except Next.js, which finds its files by its own path.
 *
 * @param {string} file of the program; those of the threads are written to the same folder
 */
export async function bundleServer(file) {
  const folder = path.dirname(file);
  await Promise.all([
    bundle('lib/server/main.ts', file),
    ...Object.entries(THREADS).map(([name, entry]) => bundle(entry, path.join(folder, name))),
  ]);
}

/**
 * Bundles one program.
 *
 * @param {string} entry its TypeScript file
 * @param {string} file
 */
export async function bundle(entry, file) {
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
