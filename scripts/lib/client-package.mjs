import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packFolder, runNode } from './run.mjs';

/**
 * Packs the TypeScript client as an npm package.
 *
 * @param {string} root of the checkout
 * @returns {Promise<Buffer>} a .tgz; the same sources give the same bytes
 * @throws Error with the output of the tool that failed
 */
export async function packClient(root) {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-client-'));
  try {
    for (const file of ['sdk/package.json', 'sdk/README.md', 'LICENSE']) {
      cpSync(path.join(root, file), path.join(folder, path.basename(file)));
    }
    // A first start loads this file before it installs esbuild.
    const { build } = await import('esbuild');
    await build({
      absWorkingDir: root,
      entryPoints: ['sdk/src/index.ts'],
      outfile: path.join(folder, 'dist/index.js'),
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      target: 'es2022',
    });
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
    const declare = [compiler, '-p', 'sdk', '--outDir', path.join(folder, 'types')];
    const { ok, output } = await runNode(declare, { cwd: root });
    if (!ok) throw new Error(`The client's types could not be made:\n${output.trim()}`);
    return readFileSync(await packFolder(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
