import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { tarball } from './tarball.mjs';

const TYPES = 'types';

/**
 * The client for TypeScript as an npm package. Its declarations are in the repository
 * (`npm run sdk:types` writes them), so that a build needs no TypeScript compiler.
 *
 * @param {string} root of the checkout
 * @returns {Promise<Buffer>} a .tgz, with the same bytes on every machine
 */
export async function packClient(root) {
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const types = readdirSync(path.join(root, 'sdk', TYPES)).map((name) => `${TYPES}/${name}`);
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
    ...Object.fromEntries(
      ['package.json', 'README.md', ...types].map((name) => [name, read(`sdk/${name}`)]),
    ),
    LICENSE: read('LICENSE'),
    'dist/index.js': outputFiles[0].text,
  });
}
