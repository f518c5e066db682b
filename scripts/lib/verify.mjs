import { checkDocs } from '../checks/docs.mjs';
import { checkImports } from '../checks/imports.mjs';
import { checkMigrations } from '../checks/migrations.mjs';
import { checkFileLengths } from '../checks/sizes.mjs';
import { checkWords } from '../checks/words.mjs';
import { ROOT } from './checkout.mjs';
import { nextJsCommand } from './next-build.mjs';
import { run, runNode } from './run.mjs';
import { listSourceFiles } from './sources.mjs';

const TOOLS = 'node_modules/.bin';

/**
 * Runs all checks that need only seconds and no service, concurrently. Prints a line for each
 * check, and the output of failed checks.
 *
 * @param {{ log: (line: string) => void, unitTests?: boolean }} options
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function verify({ log, unitTests = true }) {
  const files = listSourceFiles(ROOT);
  const checks = {
    'format and lint': () => run(`${TOOLS}/biome`, ['check', '--error-on-warnings', '.']),
    types: checkTypes,
    imports: () => listed(checkImports(ROOT, files)),
    'file sizes': () => listed(checkFileLengths(ROOT, files)),
    documents: () => listed(checkDocs(ROOT, files)),
    words: () => listed(checkWords(ROOT, files)),
    migrations: async () => listed(await checkMigrations(ROOT)),
    'dead code': () => run(`${TOOLS}/knip`, ['--no-progress']),
    ...(unitTests
      ? { 'unit tests': () => run(`${TOOLS}/vitest`, ['run', '--project', 'unit']) }
      : {}),
  };
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const began = Date.now();
      const { ok, output } = await Promise.resolve().then(check).catch(failed);
      log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
      return { name, ok, output };
    }),
  );
  const failures = results.filter((result) => !result.ok);
  for (const { name, output } of failures) log(`\n--- ${name} ---\n${output.trim()}\n`);
  return { passed: results.length - failures.length, failed: failures.length };
}

const failed = (error) => ({ ok: false, output: error.stack });

/** An incremental check would miss a changed type in an imported .mjs file. */
async function checkTypes() {
  const routes = await runNode(nextJsCommand('typegen'));
  // Four checkers, the default, take a third more processor time, because each of them computes the
  // common types.
  const whole = ['--noEmit', '--incremental', 'false', '--checkers', '2', '--pretty', 'false'];
  return routes.ok ? run(`${TOOLS}/tsc`, whole) : routes;
}

async function listed(complaints) {
  return { ok: complaints.length === 0, output: complaints.join('\n') };
}
