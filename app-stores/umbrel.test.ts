import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { NETWORKS, networkEnvName } from '@/lib/domain/network';
import { ENV_NAMES } from '@/lib/env';
import { UMBREL_PACKAGE, UMBREL_VARIABLES, umbrelExports } from '@/test/support/umbrel';
import packageJson from '../package.json';

const file = (name: string) => readFileSync(path.join(UMBREL_PACKAGE, name), 'utf8');
const text = (max: number) => z.string().trim().min(1).max(max);
const httpUrl = z.url({ protocol: /^https?$/ });

const CATEGORIES =
  'ai automation bitcoin crypto developer files finance media networking social'.split(' ');

/** The rules of Umbrel's linter for the umbrel-app.yml of a new package. */
const MANIFEST = z.strictObject({
  manifestVersion: z.union([z.literal(1), z.literal(1.1), z.literal(1.2)]),
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*[a-z0-9]$/),
  category: z.enum(CATEGORIES),
  name: text(50),
  version: text(50),
  tagline: text(100).regex(/[^.]$/),
  description: text(5_000),
  releaseNotes: z.literal(''),
  developer: text(50),
  website: httpUrl,
  dependencies: z.array(z.string()),
  repo: httpUrl,
  support: httpUrl,
  port: z.int().min(1).max(65_535),
  gallery: z.tuple([]),
  path: z.string().regex(/^(?:\/.*)?$/),
  defaultUsername: z.string(),
  defaultPassword: z.string(),
  backupIgnore: z.array(z.string().regex(/^(?!\/|\.\.)[-\w./*]+$/)),
  submitter: text(50),
  submission: httpUrl,
});
/** The ports of umbrelOS's dashboard and login, and of the apps that our app depends on. */
const RESERVED_PORTS = [80, 443, 2000, 2100, 3002, 8332, 8333, 50001];

const APP_PROXY = z.strictObject({
  environment: z.strictObject({
    APP_HOST: z.literal('blocktally_server_1'),
    APP_PORT: z.literal(3000),
    PROXY_AUTH_ADD: z.enum(['true', 'false']),
  }),
});
/**
 * Umbrel's rules for a service, and our own: no capabilities, no new privileges, no root user, and
 * a read-only image.
 */
const SERVER = z.strictObject({
  image: z.string().regex(/^[\w./-]+:(?!latest@)[\w.-]+@sha256:[0-9a-f]{64}$/),
  user: z.literal('1000:1000'),
  init: z.literal(true),
  restart: z.literal('on-failure'),
  stop_grace_period: z.literal('1m'),
  read_only: z.literal(true),
  tmpfs: z.tuple([z.literal('/tmp')]),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  command: z.array(z.string()),
  volumes: z.array(z.string().regex(/^\$\{APP_DATA_DIR\}\/data\/[a-z]+:\/[a-z]+$/)),
  environment: z.partialRecord(z.enum(ENV_NAMES), z.string()),
});
const COMPOSE = z.strictObject({
  version: z.literal('3.7'),
  services: z.strictObject({ app_proxy: APP_PROXY, server: SERVER }),
});

const manifest = MANIFEST.parse(parse(file('umbrel-app.yml')));
const { server } = COMPOSE.parse(parse(file('docker-compose.yml'))).services;

test('the Umbrel manifest contains the package folder’s name as its id, the server’s version, and an unreserved port', () => {
  expect(manifest.id).toBe(path.basename(UMBREL_PACKAGE));
  expect(manifest.version).toBe(packageJson.version);
  expect(server.image).toContain(`:${packageJson.version}@`);
  expect(RESERVED_PORTS).not.toContain(manifest.port);
});

test('the Umbrel package contains every folder that the container mounts', () => {
  for (const volume of server.volumes) {
    const source = /\}\/(.*):/.exec(volume)?.[1] ?? '';
    expect(existsSync(path.join(UMBREL_PACKAGE, source, '.gitkeep')), source).toBe(true);
  }
});

test('the compose file and exports.sh of the Umbrel package use only documented variables', () => {
  const own = Object.keys(umbrelExports({})).filter((name) => name.startsWith('APP_BLOCKTALLY_'));
  const known = new Set([...Object.keys(UMBREL_VARIABLES), 'APP_DATA_DIR', ...own]);
  const used = (name: string) =>
    [...file(name).matchAll(/\$\{?([A-Z][A-Z0-9_]+)/g)].map(([, variable = '']) => variable);
  expect(used('docker-compose.yml').filter((name) => !known.has(name))).toEqual([]);
  expect(used('exports.sh').filter((name) => !known.has(name))).toEqual([]);
});

test('a shell that sources exports.sh does not end, and keeps its working folder and options', () => {
  expect(file('exports.sh')).not.toMatch(/^\s*(?:exit|cd|set|docker|mkdir|chown|chmod)\b|^#!/m);
  expect(statSync(path.join(UMBREL_PACKAGE, 'exports.sh')).mode & 0o111).toBe(0);
  execFileSync('bash', ['--norc', '-n', path.join(UMBREL_PACKAGE, 'exports.sh')]);
});

test.each([
  ['mainnet', 'mainnet'],
  ['testnet3', 'testnet'],
  ['testnet4', 'testnet4'],
  ['signet', 'signet'],
  ['regtest', 'regtest'],
])(
  'if Umbrel’s node runs on %s, the node’s RPC is the source for %s and for no other network',
  (theirs, ours) => {
    const exported = umbrelExports({ APP_BITCOIN_NETWORK: theirs });
    const sources = NETWORKS.map((network) => {
      const variable = /\w+(?=\}$)/.exec(server.environment[networkEnvName(network)] ?? '')?.[0];
      return [network, exported[variable ?? '']];
    });
    expect(sources.filter(([, source]) => source)).toEqual([
      [ours, `http://umbrel:${UMBREL_VARIABLES.APP_BITCOIN_RPC_PASS}@10.21.21.8:8332`],
    ]);
  },
);

test('on an Umbrel with a node and an Electrum app, the Electrum server is the chain source', () => {
  const exported = umbrelExports({
    APP_ELECTRS_NODE_IP: '10.21.21.10',
    APP_ELECTRS_NODE_PORT: '50001',
  });
  expect(exported.APP_BLOCKTALLY_MAINNET).toBe('electrum+tcp://10.21.21.10:50001');
});
