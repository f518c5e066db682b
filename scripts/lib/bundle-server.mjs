import { ROOT } from './checkout.mjs';

/**
 * Bundles the program of a server process (lib/server/main.ts) into one file, with all packages
 * except Next.js, which finds its files by its own path.
 *
 * @param {string} file
 */
export async function bundleServer(file) {
  // Imported late: a start may have to install the packages first.
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
    // CommonJS packages need `require`, which an ES module does not have.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
}
