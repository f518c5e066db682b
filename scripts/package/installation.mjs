import path from 'node:path';
import { HEAP_LIMIT } from '../lib/server-process.mjs';

/** The package's folder. Its folder `programs` contains the bundle with this file. */
const PACKAGE = path.resolve(import.meta.dirname, '..');
const programs = path.join(PACKAGE, 'programs');

/**
 * Describes the package as an installation. Programs write nothing into its folder.
 *
 * @param {string} dataDir
 * @returns {import('../lib/installation.mjs').Installation}
 */
export function describePackageInstallation(dataDir) {
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
