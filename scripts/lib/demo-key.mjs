import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runNode } from './run.mjs';

/**
 * Prints the server's URL. After the demo shop was created, also prints how to sign in and an
 * example request. Later starts print only where to find these.
 */
export async function showWelcome({
  installation,
  settings,
  databaseUrl,
  demo: may,
  seconds,
  log,
}) {
  const demo = may ? await findDemo({ installation, settings, databaseUrl }) : undefined;
  log(`\nBlocktally is ready at ${settings.appUrl} (${seconds.toFixed(1)} s)\n`);
  if (demo?.isNew) {
    log(`Sign in to the demo shop at ${settings.appUrl}/sign-in; it is on regtest, where coins`);
    log('are worth nothing:\n');
    log(`  E-mail    ${demo.email}`);
    log(`  Password  ${demo.password}\n`);
    log('Create a payment with its API key:\n');
    log(`  curl ${settings.appUrl}/v1/btc/payments \\`);
    log(`    -H 'Authorization: Bearer ${demo.api_key}' \\`);
    log(`    -H 'Content-Type: application/json' \\`);
    log(`    -d '{"amount_sats": 25000}'\n`);
    log(`Later starts do not show these secrets. They are in ${demoFile(settings)}\n`);
  } else if (demo) {
    log(`The demo shop's sign-in and API key are in ${demoFile(settings)}\n`);
  }
  log('Stop it with Ctrl-C.');
}

/**
 * Returns this installation's demo shop, which the first start creates. Returns undefined if there
 * are other merchants instead, or if the demo's key was revoked.
 */
async function findDemo({ installation, settings, databaseUrl }) {
  const kept = readDemo(settings);
  if (kept && (await works(kept, settings))) return { ...kept, isNew: false };
  const { ok, output } = await runNode(installation.demo(), {
    cwd: installation.folder,
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: settings.dataDir },
  });
  if (!ok) throw new Error(`The demo shop could not be made:\n${output.trim()}`);
  const made = readDemo(settings);
  if (!made || !(await works(made, settings))) return undefined;
  return { ...made, isNew: made.api_key !== kept?.api_key };
}

/**
 * Returns whether the stored key is still valid. It may have been revoked, or the database
 * replaced.
 */
async function works({ api_key: key }, { localUrl }) {
  const response = await fetch(`${localUrl}/v1/btc/payments?from=0&to=0&limit=1`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await response.arrayBuffer();
  return response.ok;
}

function readDemo(settings) {
  try {
    return JSON.parse(readFileSync(demoFile(settings), 'utf8'));
  } catch {
    return undefined;
  }
}

const demoFile = ({ dataDir }) => path.join(dataDir, 'demo.json');
