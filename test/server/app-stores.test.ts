import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startBitcoind, type TestNode } from '@/test/support/bitcoind';
import { randomDescriptor } from '@/test/support/factories';
import { createPackageUser, type PackageUser } from '@/test/support/installed-package';
import { ordinaryUserOptions } from '@/test/support/ordinary-user-options';
import { packBuildOnce } from '@/test/support/pack-build-once';
import { type PostgresRegistry, startPostgresRegistry } from '@/test/support/postgres-registry';
import { outputOf, type ProcessOutput } from '@/test/support/process-output';
import { reserveStablePort } from '@/test/support/reserve-stable-port';
import { UMBREL_PACKAGE, umbrelExports } from '@/test/support/umbrel';
import { until } from '@/test/support/wait';

const START_TIMEOUT_MS = 300_000;

/** The environment of the app stores' image, and its command line without Node.js. */
const image = (() => {
  const stages = readFileSync('Dockerfile', 'utf8')
    .replaceAll('\\\n', ' ')
    .split(/^FROM /m);
  const stage = stages.find((text) => text.startsWith('node AS standalone')) ?? '';
  const said = (keyword: string) => new RegExp(`^${keyword} (.*)$`, 'm').exec(stage)?.[1] ?? '';
  const env = Object.fromEntries(
    said('ENV')
      .split(' ')
      .map((pair) => pair.split('=')),
  );
  return { env, program: JSON.parse(said('ENTRYPOINT'))[1] as string };
})();
const compose = parse(readFileSync(path.join(UMBREL_PACKAGE, 'docker-compose.yml'), 'utf8'));
const manifest = parse(readFileSync(path.join(UMBREL_PACKAGE, 'umbrel-app.yml'), 'utf8'));
const { server } = compose.services;

let registry: PostgresRegistry;
let user: PackageUser;
let node: TestNode;
let program: string;
let appData: string;
let port: number;
let apiKey: string;
let running: { output: ProcessOutput; stop(): Promise<number | null> } | undefined;

beforeAll(async () => {
  [registry, node] = await Promise.all([startPostgresRegistry(), startBitcoind()]);
  user = createPackageUser(registry.url);
  const installed = await user.install(await packBuildOnce(), 'image');
  program = path.join(installed, image.program.replace(/^.*\/node_modules\/blocktally\//, ''));
  appData = path.join(user.home, 'app data');
  for (const folder of ['', 'data', 'data/blocktally', 'data/backup'])
    own(path.join(appData, folder));
  port = await reserveStablePort();
}, 600_000);
afterAll(async () => {
  await running?.stop();
  await node?.stop();
  user?.remove();
  await registry?.close();
});

function own(folder: string): void {
  mkdirSync(folder);
  const { uid, gid } = ordinaryUserOptions;
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
}

function mounted(inContainer: string): string {
  const volume = server.volumes.find((one: string) => one.endsWith(`:${inContainer}`));
  return path.join(appData, /\}\/(.*):/.exec(volume)?.[1] ?? '');
}

/** The environment of the image and the compose file, with the variables of exports.sh. */
function environment() {
  const { hostname, port: rpcPort, username, password } = new URL(node.url);
  const variables = umbrelExports({
    APP_PROXY_PORT: String(port),
    APP_BITCOIN_NETWORK: 'regtest',
    APP_BITCOIN_NODE_IP: hostname,
    APP_BITCOIN_RPC_PORT: rpcPort,
    APP_BITCOIN_RPC_USER: username,
    APP_BITCOIN_RPC_PASS: password,
  });
  const filled = (text: string) => text.replace(/\$\{(\w+)\}/g, (_, name) => variables[name] ?? '');
  const set = Object.entries<string>(server.environment);
  return {
    ...image.env,
    ...Object.fromEntries(set.map(([name, value]) => [name, filled(value)])),
    PATH: process.env.PATH,
    // The image sets these variables in the container.
    DATA_DIR: mounted(image.env.DATA_DIR),
    PORT: String(port),
    HOST: '127.0.0.1',
  };
}

function launch(words: readonly string[]) {
  const child = spawn(process.execPath, [program, ...words], {
    ...ordinaryUserOptions,
    cwd: '/',
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, output: outputOf(child) };
}

/** Starts the container's command; resolves once it is ready and has backed up its data. */
async function start(): Promise<void> {
  const words = server.command.map((word: string) => (word === '/backup' ? mounted(word) : word));
  const began = Date.now();
  const { child, output } = launch(words);
  running = {
    output,
    stop: async () => {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      return (await closed)[0];
    },
  };
  const isCopied = () => {
    if (output.isWhole()) throw new Error(`It has ended:\n${output.text()}`);
    const copy = path.join(mounted('/backup'), 'latest');
    return existsSync(copy) && statSync(copy).ctimeMs > began;
  };
  await until('the copy is made', isCopied, START_TIMEOUT_MS);
}

async function stop(): Promise<void> {
  expect(await running?.stop()).toBe(0);
  expect(running?.output.text()).not.toMatch(/"level":[56]0|could not be made/);
  running = undefined;
}

async function admin(...words: string[]) {
  const { child, output } = launch(['admin', ...words, '--json']);
  await once(child, 'close');
  return JSON.parse(
    output
      .text()
      .split('\n')
      .find((line) => line.startsWith('{')) ?? '{}',
  );
}

async function call(route: string, body?: object) {
  const response = await fetch(`http://127.0.0.1:${port}/v1/btc/${route}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.json();
}

let payment: { id: string; address: string };

test('a container with Umbrel’s settings follows the node and confirms a payment', async () => {
  await start();
  expect(running?.output.text()).toContain('regtest: connected');
  expect(running?.output.text()).toContain(`http://umbrel.local:${port}`);
  expect(running?.output.text()).toContain('setup token');
  const key = await admin(
    'key',
    'create',
    '--network',
    'regtest',
    '--descriptor',
    randomDescriptor('regtest'),
  );
  apiKey = key.api_key;
  payment = await call('payments', { amount_sats: 50_000, required_confirmations: 1 });
  expect(payment).toMatchObject({ checkout_url: expect.stringContaining('http://umbrel.local:') });
  await node.sendTo(payment.address, 50_000);
  await node.mine(1);
  const isConfirmed = async () => (await call(`payments/${payment.id}`)).status === 'confirmed';
  await until('the payment is confirmed', isConfirmed);
  await stop();
});

test('after a restore from an umbrelOS backup, which omits some files, no address is issued twice', async () => {
  await start();
  const later = await call('payments', { amount_sats: 60_000 });
  await stop();
  for (const pattern of manifest.backupIgnore) {
    const folder = path.join(appData, pattern.replace(/\/\*$/, ''));
    expect(existsSync(path.join(folder, 'PG_VERSION'))).toBe(true);
    rmSync(folder, { recursive: true });
  }
  await start();
  expect(await call(`payments/${payment.id}`)).toMatchObject({ status: 'confirmed' });
  // The copy is older than this payment.
  expect(await call(`payments/${later.id}`)).toMatchObject({ status: 404 });
  const { wallets } = await admin('wallet', 'list');
  expect(wallets[0].next_index).toBeGreaterThanOrEqual(1_001);
  const next = await call('payments', { amount_sats: 60_000 });
  expect(next.address).not.toBe(later.address);
  await stop();
  // A later start does not restore the backup again.
  await start();
  expect((await admin('wallet', 'list')).wallets[0].next_index).toBe(wallets[0].next_index + 1);
  await stop();
});
