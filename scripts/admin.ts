import path from 'node:path';
import { migrateDatabase } from '@/db/migrate';
import { loggableError } from '@/lib/log';
import { createRuntime, type Runtime } from '@/lib/runtime';
import { ConfigurationError } from './admin/command';
import { errorJson, prepare } from './admin/run';

/**
 * Runs one command and prints one JSON object: its result, or `{"error": …}` with exit code 1. A
 * `warning` in the result also goes to standard error.
 * Needs DATABASE_URL and DATA_DIR; `npm run admin` sets them.
 */
async function main(argv: readonly string[]): Promise<void> {
  const oneLine = argv.includes('--json');
  const print = (value: object) =>
    process.stdout.write(`${JSON.stringify(value, undefined, oneLine ? undefined : 2)}\n`);
  try {
    const result = await execute(argv);
    print(result);
    if ('warning' in result) console.error(result.warning);
  } catch (error) {
    const answer = errorJson(error);
    print(answer);
    if (answer.error.code === 'internal_error') console.error(loggableError(error));
    process.exitCode = 1;
  }
}

async function execute(argv: readonly string[]): Promise<object> {
  const command = prepare(argv);
  const { env, db, database, vault, clock, sources, setupToken } = openRuntime();
  try {
    await migrateDatabase(env.databaseUrl, path.resolve(import.meta.dirname, '../db/migrations'));
    return await command({ db, vault, clock, networks: [...sources.keys()], setupToken });
  } finally {
    await database.close();
  }
}

function openRuntime(): Runtime {
  try {
    return createRuntime(process.env);
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : 'unreadable');
  }
}

await main(process.argv.slice(2));
