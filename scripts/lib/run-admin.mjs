import { existsSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './run-command.mjs';
import { loadDotEnv, readSettings } from './settings.mjs';

const log = (line) => console.error(line);

/**
 * Runs a command of scripts/admin.ts on this installation's database, whether or not a server runs.
 * Standard output contains only the command's output.
 *
 * @param {import('./installation.mjs').Installation} installation
 * @param {readonly string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function runAdmin(installation, argv) {
  /** @type {Promise<import('./postgres.mjs').EmbeddedPostgres> | undefined} */
  let starting;
  const open = async () => {
    const { databaseUrl, ...settings } = await readSettings(process.env);
    if (!databaseUrl) starting = startEmbedded(settings);
    return { databaseUrl: databaseUrl ?? (await starting).url, dataDir: settings.dataDir };
  };
  try {
    loadDotEnv(installation.settings);
    await installation.prepare(log);
    const program = { folder: installation.folder, command: installation.admin() };
    return await runCommand(program, argv, open);
  } catch ({ message }) {
    const error = { code: 'configuration', message };
    if (argv.includes('--json')) console.log(JSON.stringify({ error }));
    else console.error(message);
    return 1;
  } finally {
    // The database is released even if a signal has ended the command.
    const database = await starting?.catch(() => {});
    await database?.release();
  }
}

async function startEmbedded(settings) {
  const { checkDataDir } = await import('./data-dir.mjs');
  checkDataDir(settings.dataDir);
  if (!existsSync(path.join(settings.dataDir, 'postgres'))) {
    log(
      `A new database is made in ${settings.dataDir}. If the server has another DATA_DIR, set it here too.`,
    );
  }
  const { startPostgres } = await import('./postgres.mjs');
  return startPostgres({ ...settings, log });
}
