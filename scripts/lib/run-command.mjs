import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from './checkout.mjs';

/**
 * Runs an admin command in its own process, with this process's input and output. A signal ends the
 * command and then this process, so that the database is released.
 *
 * @returns {Promise<number>} its exit code
 */
export async function runCommand(argv, { databaseUrl, dataDir }) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/admin.ts', ...argv], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
  });
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'])
    process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
