// Import nothing before this: an old Node.js could not load it.
import './needs-node.mjs';

/**
 * Runs a command of scripts/admin.ts on this installation's database, with or without a running
 * server. Prints one JSON object and nothing else to standard output.
 */
async function main() {
  const { loadDotEnv, readSettings } = await import('./lib/settings.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  loadDotEnv();
  const settings = await readSettings(process.env);
  const log = (line) => console.error(line);
  await ensureInstalled({ log });
  const { startPostgres } = await import('./lib/postgres.mjs');
  const { runCommand } = await import('./lib/run-command.mjs');
  const database = settings.databaseUrl ? undefined : await startPostgres({ ...settings, log });
  try {
    return await runCommand(process.argv.slice(2), {
      databaseUrl: settings.databaseUrl ?? database.url,
      dataDir: settings.dataDir,
    });
  } finally {
    await database?.release();
  }
}

main()
  .catch((error) => {
    console.log(JSON.stringify({ error: { code: 'configuration', message: error.message } }));
    return 1;
  })
  .then((code) => process.exit(code));
