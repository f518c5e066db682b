import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs an admin command in its own process, with this process's input and output. A signal first
 * ends the command, then the database is released, and then this process ends.
 *
 * @param {{ folder: string, command: readonly string[] }} program its folder and Node.js arguments
 * @param {readonly string[]} argv
 * @param {() => Promise<{ databaseUrl: string, dataDir: string }>} open opens the database; some
 *  commands, such as help, do not need it
 * @returns {Promise<number>} its exit code
 */
export async function runCommand({ folder, command }, argv, open) {
  const child = spawn(process.execPath, [...command, ...argv], {
    cwd: folder,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'])
    process.on(signal, () => child.kill(signal));
  const ended = once(child, 'exit');
  const failed = new Promise((_, reject) => {
    child.once('message', () => {
      open().then((database) => child.connected && child.send(database), reject);
    });
  });
  try {
    const [code] = await Promise.race([ended, failed]);
    return code ?? 1;
  } finally {
    child.kill();
  }
}

/**
 * Runs in the command's process. Asks {@link runCommand} for the database, and sets DATABASE_URL
 * and DATA_DIR. Does nothing if both are already set.
 */
export async function requestDatabaseFromParent() {
  if (!process.send) return;
  process.send('database');
  const [{ databaseUrl, dataDir }] = await once(process, 'message');
  Object.assign(process.env, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  process.disconnect();
}
