import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './checkout.mjs';
import { ensurePackagesInstalled } from './install.mjs';
import { run } from './run.mjs';
import { readPlaywrightTally, readVitestTally } from './test-reports.mjs';

/** A test runner that takes longer is stopped and counts as failed. */
const LIMIT_MS = 60 * 60_000;

const log = (line) => console.log(line);

/**
 * Prepares everything that the tests need, and runs all tests without skipping any. A missing
 * program, a failed build and a test that did not run count as failed. Repeats all failures at the
 * end of the log.
 *
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runAllTests() {
  const began = Date.now();
  forgetSettings();
  await ensurePackagesInstalled({ log, dev: true });
  const fetched = Promise.all([
    fetchWith('a Bitcoin node', 'scripts/get-bitcoind.sh'),
    fetchWith('runtimes of the samples', 'scripts/get-runtimes.sh'),
    fetchWith('a browser', 'scripts/get-chromium.sh'),
  ]);
  // The build rewrites types that the checks need, so the checks run first.
  const checked = await checks();
  const tools = await fetched;
  const tallies = [checked, ...tools, await built()];
  // Concurrent runners would save no time, and each test would take five times as long.
  tallies.push(await browser(tools[2]), await vitest());
  const failures = tallies.flatMap((tally) => tally.failures ?? []);
  if (failures.length > 0) log(`\nWhat failed:\n\n${failures.join('\n\n')}`);
  log(`\nAll of it took ${Math.round((Date.now() - began) / 1000)} s.`);
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
  };
}

/** Removes this machine's settings, because tests must use their own servers and databases. */
function forgetSettings() {
  for (const name of Object.keys(process.env)) {
    if (
      /^(?:APP_URL|BITCOIN_|DATA_DIR|DATABASE_URL|HOST$|INNGEST_(?!BIN$)|NODE_ENV|PORT$|SECRET_KEY)/.test(
        name,
      )
    ) {
      delete process.env[name];
    }
  }
}

async function checks() {
  const { verify } = await import('./verify.mjs');
  return verify({ log, unitTests: false });
}

async function fetchWith(what, script) {
  const { ok, output } = await run(script, []);
  const found = output.trim().split('\n').at(-1);
  log(ok ? `ok     ${what}` : `FAILED ${what}\n${output}`);
  return { passed: 0, failed: ok ? 0 : 1, found: ok ? found : undefined };
}

async function built() {
  const { ensureBuilt } = await import('./build.mjs');
  try {
    await ensureBuilt({ log });
    log('ok     build');
    return { passed: 1, failed: 0 };
  } catch (error) {
    log(`FAILED build\n${error.message}`);
    return { passed: 0, failed: 1 };
  }
}

async function vitest() {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-report-'));
  const report = path.join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const succeeded = await runTool('vitest', ['run', ...reporters]);
  try {
    return readVitestTally(report, succeeded);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function browser({ found }) {
  // The failed download was already counted as a failure.
  if (found === undefined) return { passed: 0, failed: 0 };
  const report = path.join(ROOT, 'test-results', 'browser.json');
  rmSync(report, { force: true });
  const succeeded = await runTool('playwright', ['test'], { CHROMIUM_PATH: found });
  return readPlaywrightTally(report, succeeded);
}

async function runTool(name, args, env = {}) {
  const child = spawn(path.join(ROOT, 'node_modules/.bin', name), args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  return code === 0;
}
