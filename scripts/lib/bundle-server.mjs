import { ROOT } from './checkout.mjs';

/**
 * Puts the program of a server process (lib/server/main.ts) into one file that node runs: with all
 * packages but Next.js, which finds its own files by where it lies.
 *
 * @param {string} file
 */
export async function bundleServer(file) {
  // Not there before the packages are installed, which a start may have to do.
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['lib/server/main.ts'],
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['next'],
    // For packages that are CommonJS, within a module.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
}
