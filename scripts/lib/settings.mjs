import { existsSync } from 'node:fs';
import path from 'node:path';
import { START_COMMAND } from '../../lib/own-commands.mjs';
import { ROOT } from './checkout.mjs';
import { findFreePort, findListenError } from './ports.mjs';

/**
 * The settings that the scripts need. The server reads and checks all others.
 *
 * @typedef {object} Settings
 * @property {number} port
 * @property {string} host
 * @property {string} appUrl the address in links, without a slash at the end
 * @property {string} appUrls the value of APP_URL, which may list further names
 * @property {string} localUrl the server's URL on this machine
 * @property {string} dataDir absolute
 * @property {string | undefined} databaseUrl undefined for the embedded PostgreSQL
 */

/** Adds the variables of a folder's .env that the environment does not have. */
export function loadDotEnv(folder) {
  const file = path.join(folder, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/**
 * @param {Record<string, string | undefined>} variables
 * @returns {Promise<Settings>}
 * @throws Error naming the invalid variable
 */
export async function readSettings(variables) {
  const host = variables.HOST || '127.0.0.1';
  const asked = Number(variables.PORT || 3000);
  if (!Number.isInteger(asked) || asked < 0 || asked > 65_535) {
    throw new Error('PORT must be a whole number from 0 to 65535 (0: any free one).');
  }
  const port = asked === 0 ? await findFreePort(host) : asked;
  return {
    port,
    host,
    appUrl: firstOf(variables.APP_URL || `http://localhost:${port}`),
    appUrls: variables.APP_URL || `http://localhost:${port}`,
    localUrl: `http://${reachable(host)}:${port}`,
    dataDir: path.resolve(ROOT, variables.DATA_DIR || '.data'),
    databaseUrl: variables.DATABASE_URL || undefined,
  };
}

/** @throws Error that names the variable to change (PORT or HOST) and the reason */
export async function checkPort({ port, host }) {
  const reason = await findListenError(port, host);
  if (reason === undefined) return;
  if (reason === 'EADDRINUSE') {
    throw new Error(
      `Port ${port} is taken by another program (or another Blocktally).\n` +
        `Choose another one with PORT, for example: PORT=${port === 65_535 ? 3000 : port + 1} ${START_COMMAND}`,
    );
  }
  if (reason === 'EACCES') {
    throw new Error(`This user may not listen on port ${port}. Set PORT to one above 1023.`);
  }
  throw new Error(
    `It cannot listen on HOST=${host} (${reason}). HOST must be an address of this machine.`,
  );
}

const firstOf = (names) => names.split(',')[0].trim().replace(/\/+$/, '');

function reachable(host) {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
