import path from 'node:path';
import { HEAP_LIMIT } from '../lib/server-process.mjs';

/** The package's folder, which holds `programs`, in which this file is bundled. */
const PACKAGE = path.resolve(import.meta.dirname, '..');
const programs = path.join(PACKAGE, 'programs');

/**
 * Returns the package as it was installed: nothing in it is written to.
 *
 * @param {string} dataDir
 * @returns {import('../lib/installation.mjs').Installation}
 */
export function packaged(dataDir) {
  return {
    folder: path.join(PACKAGE, 'server'),
    settings: dataDir,
    admin: () => [path.join(programs, 'admin.mjs')],
    demo: () => [path.join(programs, 'demo.mjs')],
    prepare: async () => {},
    server: async () => [HEAP_LIMIT, path.join(PACKAGE, 'server', 'server.mjs')],
  };
}

export const MANIFEST = path.join(PACKAGE, 'package.json');
