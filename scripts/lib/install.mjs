import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, SETUP_LOCK } from './checkout.mjs';
import { withLock } from './lock.mjs';
import { run, runNode } from './run.mjs';

/**
 * Whether node_modules is what package-lock.json asks for, judged by the list that npm writes
 * when an install is complete. Packages that are optional or for other platforms may be absent.
 *
 * @param {{ dev?: boolean }} [options] dev false: packages only needed to build may be absent too
 */
export function isInstalled({ dev = true } = {}) {
  const installed = installedPackages();
  if (!installed) return false;
  const wanted = packagesOf(path.join(ROOT, 'package-lock.json'));
  if (!wanted) return true;
  return Object.entries(wanted).every(([name, asked]) => {
    if (name === '' || asked.link) return true;
    const found = installed[name];
    if (found) return found.version === asked.version && found.integrity === asked.integrity;
    return asked.optional || asked.devOptional || (asked.dev && !dev);
  });
}

/** Installs what package-lock.json asks for, unless it is there. Safe from several processes. */
export async function ensureInstalled({ log }) {
  if (isInstalled()) return;
  await withLock(
    SETUP_LOCK,
    async () => {
      if (isInstalled()) return;
      log('Installing packages; the first time takes a minute …');
      // Building needs the development packages, which NODE_ENV=production would leave out.
      const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
      const npm = process.env.npm_execpath;
      const { ok, output } =
        npm && existsSync(npm) ? await runNode([npm, ...args]) : await run('npm', args);
      if (!ok) throw new Error(`The packages could not be installed ("npm ci"):\n${output.trim()}`);
    },
    { onWait: () => log('Waiting for another start in this folder to finish installing …') },
  );
}

/** What npm wrote down; undefined too when it was cut off while it did, or found no space. */
function installedPackages() {
  try {
    return packagesOf(path.join(ROOT, 'node_modules', '.package-lock.json'));
  } catch {
    return undefined;
  }
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read: ${error.message}`, { cause: error });
  }
}
