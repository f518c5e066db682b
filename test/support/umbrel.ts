import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '@/scripts/lib/checkout.mjs';

export const UMBREL_PACKAGE = path.join(ROOT, 'app-stores/umbrel/blocktally');

/** The documented variables of umbrelOS and of its Bitcoin and Electrum apps, with usual values. */
export const UMBREL_VARIABLES = {
  APP_PROXY_PORT: '3421',
  DEVICE_DOMAIN_NAME: 'umbrel.local',
  NETWORK_IP: '10.21.0.0',
  EXPORTS_APP_DATA_DIR: path.join(UMBREL_PACKAGE, 'data'),
  APP_BITCOIN_NETWORK: 'mainnet',
  APP_BITCOIN_NODE_IP: '10.21.21.8',
  APP_BITCOIN_RPC_PORT: '8332',
  APP_BITCOIN_RPC_USER: 'umbrel',
  APP_BITCOIN_RPC_PASS: 'Zm9vYmFyLV9xdXV4PQ==',
  APP_ELECTRS_NODE_IP: undefined,
  APP_ELECTRS_NODE_PORT: undefined,
};

/** Runs the package's exports.sh like umbrelOS. */
export function umbrelExports(
  changes: Partial<Record<keyof typeof UMBREL_VARIABLES, string | undefined>>,
): Record<string, string | undefined> {
  const code = `set -euo pipefail; . '${UMBREL_PACKAGE}/exports.sh'; env -0`;
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test' as const,
    ...UMBREL_VARIABLES,
    ...changes,
  };
  const printed = execFileSync('bash', ['--norc', '-c', code], { env, encoding: 'utf8' });
  return Object.fromEntries(
    printed.split('\0').map((line) => [line.split('=', 1)[0] ?? '', line.replace(/^.*?=/s, '')]),
  );
}
