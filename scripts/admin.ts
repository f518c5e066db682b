import path from 'node:path';
import { migrateDatabase } from '@/db/migrate';
import { loggableError } from '@/lib/log';
import { ADMIN_COMMAND } from '@/lib/own-commands.mjs';
import { createRuntime, type Runtime } from '@/lib/runtime';
import { targetPolicy } from '@/lib/webhooks/transport/target-url';
import { ConfigurationError } from './admin/command';
import { errorResponse, exitCodeOf } from './admin/error-response';
import { type PreparedCommand, prepare } from './admin/prepare';
import { textOf } from './admin/text-of';
import { requestDatabaseFromParent } from './lib/run-command.mjs';

/** The working directory is the checkout or the package's server (scripts/lib/run-command.mjs). */
const MIGRATIONS = path.resolve('db/migrations');

/**
 * Runs one command. With --json it prints one JSON object: the result, or `{"error": …}`. Otherwise
 * it prints text, and errors go to standard error. A `warning` always goes to standard error. The
 * exit code is 2 for an invalid command line and 1 for any other error.
 */
async function main(argv: readonly string[]): Promise<void> {
  const json = argv.includes('--json');
  try {
    const prepared = prepare(argv);
    const result = 'text' in prepared ? undefined : await execute(prepared);
    const text = 'text' in prepared ? prepared.text.trimEnd() : undefined;
    process.stdout.write(`${text ?? show(result ?? {}, json)}\n`);
    if (result && 'warning' in result) console.error(result.warning);
  } catch (error) {
    const answer = errorResponse(error);
    if (json) process.stdout.write(`${JSON.stringify(answer)}\n`);
    else console.error(`${answer.error.message}${hintFor(answer.error.code, argv)}`);
    if (answer.error.code === 'internal_error') console.error(loggableError(error));
    process.exitCode = exitCodeOf(answer);
  }
}

function show(result: object, json: boolean): string {
  return json ? JSON.stringify(result) : textOf(result);
}

/** The hint quotes only words that look like a command. */
function hintFor(code: string, argv: readonly string[]): string {
  if (code !== 'usage') return '';
  const words = argv.slice(0, 2).filter((word) => /^[a-z]+(?:-[a-z]+)*$/.test(word));
  return `\nHelp: ${ADMIN_COMMAND} ${[...words, '--help'].join(' ')}`;
}

async function execute({ run }: Exclude<PreparedCommand, { text: string }>): Promise<object> {
  await requestDatabaseFromParent();
  const { env, db, database, vault, seals, clock, sources, setupToken } = openRuntime();
  try {
    await migrateDatabase(env.databaseUrl, MIGRATIONS);
    const policy = targetPolicy(env);
    const networks = [...sources.keys()];
    return await run({ db, vault, seals, clock, policy, networks, sources, setupToken, env });
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
