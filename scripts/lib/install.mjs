import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, SETUP_LOCK } from './checkout.mjs';
import { withLock } from './lock.mjs';
import { withProgress } from './progress.mjs';
import { run, runNode } from './run.mjs';

/**
 * Whether node_modules matches package-lock.json, by the list that npm writes after a complete
 * install. Packages that are optional or for other platforms may be missing.
 *
 * @param {{ dev?: boolean }} [options] dev false: development packages may be missing too
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

/** Installs the packages of package-lock.json if needed. Several processes may call it at once. */
export async function ensureInstalled({ log }) {
  if (isInstalled()) return;
  await withLock(
    SETUP_LOCK,
    async () => {
      if (isInstalled()) return;
      log('Installing packages; the first time takes a minute …');
      // A build needs the development packages, which NODE_ENV=production would omit.
      const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
      const npm = process.env.npm_execpath;
      const { ok, output } = await withProgress(
        () => 'installing packages',
        log,
        () => (npm && existsSync(npm) ? runNode([npm, ...args]) : run('npm', args)),
      );
      if (!ok) throw new Error(`The packages could not be installed ("npm ci"):\n${output.trim()}`);
    },
    { onWait: () => log('Waiting for another start in this folder to finish installing …') },
  );
}

/** npm's list; undefined if it is missing or incomplete, for example after a full disk. */
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
