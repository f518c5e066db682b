import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { tarball } from './tarball.mjs';

/**
 * The client for TypeScript as an npm package.
 *
 * @param {string} root of the checkout
 * @returns {Promise<Buffer>} a .tgz, with the same bytes on every machine
 */
export async function packClient(root) {
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  // Not at the top: a first start loads this file before it installs packages.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['sdk/src/index.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
  });
  return tarball({
    'package.json': read('sdk/package.json'),
    'README.md': read('sdk/README.md'),
    ...(await declarations(root)),
    LICENSE: read('LICENSE'),
    'dist/index.js': outputFiles[0].text,
  });
}

/** The declarations, by their place in the package. */
async function declarations(root) {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-types-'));
  try {
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
    const args = [compiler, '-p', 'sdk', '--outDir', folder];
    await promisify(execFile)(process.execPath, args, { cwd: root });
    return Object.fromEntries(
      readdirSync(folder).map((name) => [
        `types/${name}`,
        readFileSync(path.join(folder, name), 'utf8'),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
