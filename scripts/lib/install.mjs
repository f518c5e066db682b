import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, SETUP_LOCK } from './checkout.mjs';
import { withLock } from './lock.mjs';
import { excerptOf, runPhaseWithProgress } from './progress.mjs';
import { runNpm } from './run.mjs';
import { assertNoRunningServer } from './running-servers.mjs';

/**
 * After this time, npm is killed and started once more, because npm 11 sometimes hangs. The second
 * run uses what the first run has fetched.
 */
const TIMEOUT_MS = 900_000;
/** After this time, npm retries a stalled fetch. */
const FETCH_TIMEOUT_MS = 60_000;

/**
 * Returns whether node_modules matches package-lock.json, according to the list that npm writes
 * after a complete install. Packages that are optional or for other platforms may be missing.
 *
 * @param {{ dev?: boolean }} [options] dev: whether development packages count too
 */
export function arePackagesInstalled({ dev = false } = {}) {
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

/**
 * Installs the packages of package-lock.json if needed. Several processes may call this
 * concurrently.
 *
 * @param {object} options
 * @param {(line: string) => void} options.log
 * @param {boolean} [options.dev] whether development packages are needed: tests and checks need
 *  them, a build and a start do not
 * @param {number} [options.timeoutMs] if npm takes longer, it is started once more
 * @throws Error with an excerpt of npm's output, or with the server that still needs the old
 *  packages
 */
export async function ensurePackagesInstalled({ log, dev = false, timeoutMs = TIMEOUT_MS }) {
  if (arePackagesInstalled({ dev })) return;
  await withLock(
    SETUP_LOCK,
    async () => {
      if (arePackagesInstalled({ dev })) return;
      const onlyAdds = arePackagesInstalled();
      if (!onlyAdds) {
        assertNoRunningServer(
          'Packages must be installed',
          'installing now would take its packages away',
          { dev: true },
        );
      }
      const phase = {
        begins: 'Installing packages; the first time takes half a minute …',
        doing: 'installing packages',
        done: 'Packages installed',
        log,
      };
      await runPhaseWithProgress(phase, async () => {
        const asked = [
          // "ci" removes all packages first. "install" keeps correct packages.
          ...(onlyAdds ? ['install', '--no-save'] : ['ci']),
          // This is always explicit, because NODE_ENV=production would omit the development
          // packages.
          dev ? '--include=dev' : '--omit=dev',
        ];
        const first = await npm(asked, timeoutMs);
        if (first.killed) log('npm stalled, so it is started once more …');
        const { ok, killed, output } = first.killed ? await npm(asked, timeoutMs) : first;
        if (ok) return;
        const how = killed ? ', which stalled twice: check the network' : '';
        throw new Error(`The packages could not be installed by npm${how}.\n${excerptOf(output)}`);
      });
    },
    { onWait: () => log('Waiting for another start in this folder to finish installing …') },
  );
}

function npm(asked, timeout) {
  const fetchTimeout = `--fetch-timeout=${FETCH_TIMEOUT_MS}`;
  return runNpm([...asked, '--no-audit', '--no-fund', '--loglevel=http', fetchTimeout], {
    timeout,
    killSignal: 'SIGKILL',
  });
}

/**
 * Returns npm's list of packages; undefined if it is missing or incomplete, as after a full disk.
 */
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
