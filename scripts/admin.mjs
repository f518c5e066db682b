// Import nothing before this: an old Node.js could not load it.
import './needs-node.mjs';

/**
 * Runs a command of scripts/admin.ts on this installation's database, with or without a running
 * server. Only what the command prints goes to standard output.
 */
async function main(argv) {
  const { loadDotEnv, readSettings } = await import('./lib/settings.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  const log = (line) => console.error(line);
  loadDotEnv();
  await ensureInstalled({ log });
  const { runCommand } = await import('./lib/run-command.mjs');
  let database;
  const open = async () => {
    const settings = await readSettings(process.env);
    if (!settings.databaseUrl) {
      const { checkDataDir } = await import('./lib/data-dir.mjs');
      checkDataDir(settings.dataDir);
      const { startPostgres } = await import('./lib/postgres.mjs');
      database = await startPostgres({ ...settings, log });
    }
    return { databaseUrl: settings.databaseUrl ?? database.url, dataDir: settings.dataDir };
  };
  try {
    return await runCommand(argv, open);
  } finally {
    await database?.release();
  }
}

const argv = process.argv.slice(2);
main(argv)
  .catch(({ message }) => {
    const error = { code: 'configuration', message };
    if (argv.includes('--json')) console.log(JSON.stringify({ error }));
    else console.error(message);
    return 1;
  })
  .then((code) => process.exit(code));
