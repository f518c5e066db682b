import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runNode } from './run.mjs';

/** Says where the server is and gives a first request that works, if there is a key for one. */
export async function showWelcome({ settings, databaseUrl, seconds, log }) {
  const key = settings.demo ? await demoKey({ settings, databaseUrl }) : undefined;
  log(`\nBlocktally is ready at ${settings.appUrl} (${seconds.toFixed(1)} s)\n`);
  if (key) {
    log('Create a payment with the demo key; it is on regtest, where coins are worth nothing:\n');
    log(`  curl ${settings.appUrl}/v1/btc/payments \\`);
    log(`    -H 'Authorization: Bearer ${key}' \\`);
    log(`    -H 'Content-Type: application/json' \\`);
    log(`    -d '{"amount_sats": 25000}'\n`);
  }
  log('Stop it with Ctrl-C.');
}

/**
 * The demo key of this installation, made on the first start; undefined for installations that
 * have merchants of their own, and when the key was revoked.
 */
async function demoKey({ settings, databaseUrl }) {
  const kept = readKey(settings.dataDir);
  if (kept && (await works(kept, settings))) return kept;
  const { ok, output } = await runNode(['--import', 'tsx', 'scripts/demo.ts'], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: settings.dataDir },
  });
  if (!ok) throw new Error(`The demo shop could not be made:\n${output.trim()}`);
  const made = readKey(settings.dataDir);
  return made && (await works(made, settings)) ? made : undefined;
}

/** A database that was replaced, or a key that was revoked, does not know the kept one. */
async function works(key, { localUrl }) {
  const response = await fetch(`${localUrl}/v1/btc/payments?from=0&to=0&limit=1`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await response.arrayBuffer();
  return response.ok;
}

function readKey(dataDir) {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')).api_key;
  } catch {
    return undefined;
  }
}
