import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './checkout.mjs';

const WASM = path.join(ROOT, 'node_modules/tiny-secp256k1/lib/secp256k1.wasm');

/** The programs besides the server: `npm run admin`, and the program that creates the demo shop. */
export const PROGRAMS = { admin: 'scripts/admin.ts', demo: 'scripts/demo.ts' };

/**
 * Bundles the program of a server process (lib/server/main.ts) and the programs of its threads. The
 * bundles contain all packages except Next.js, which can find its files only in its own folder.
 *
 * @param {string} file of the server's program; the others are written to the same folder
 * @param {{ packaged?: boolean }} [options]
 */
export async function bundleServer(file, options) {
  const beside = (name) => path.join(path.dirname(file), name);
  await Promise.all([
    bundle('lib/server/main.ts', file, options),
    bundle('lib/accounts/password-worker.ts', beside('password-worker.mjs'), options),
    bundle('lib/face/logo-worker.ts', beside('logo-worker.mjs'), options),
  ]);
}

/**
 * Bundles {@link PROGRAMS}.
 *
 * @param {(name: string) => string} fileOf
 * @param {{ packaged?: boolean }} [options]
 */
export async function bundlePrograms(fileOf, options) {
  await Promise.all(
    Object.entries(PROGRAMS).map(([name, entry]) => bundle(entry, fileOf(name), options)),
  );
}

/**
 * Bundles one program.
 *
 * @param {string} entry its file
 * @param {string} file
 * @param {{ packaged?: boolean }} [options] packaged: whether the bundle is for the package, whose
 *  commands have other names (lib/own-commands.mjs)
 */
export async function bundle(entry, file, { packaged = false } = {}) {
  // A start may have to install esbuild first, so this import is not at the top.
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
    define: packaged ? { PACKAGED: 'true' } : {},
    // CommonJS packages need `require`, which ES modules do not have.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
  });
  // tiny-secp256k1 reads this file from the folder of the bundle that contains tiny-secp256k1.
  copyFileSync(WASM, path.join(path.dirname(file), path.basename(WASM)));
}

/** Ends esbuild's process. Otherwise it would keep its memory until this process ends. */
export async function stopBundler() {
  const { stop } = await import('esbuild');
  await stop();
}
