import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { NETWORKS, networkVariable } from '@/lib/domain/network';
import { SETTINGS } from '@/lib/env';
import { exportsOf, PACKAGE, UMBREL } from '@/test/support/umbrel';
import packageJson from '../package.json';

const file = (name: string) => readFileSync(path.join(PACKAGE, name), 'utf8');
const text = (max: number) => z.string().trim().min(1).max(max);
const httpUrl = z.url({ protocol: /^https?$/ });

const CATEGORIES =
  'ai automation bitcoin crypto developer files finance media networking social'.split(' ');

/** The rules of Umbrel's own linter for umbrel-app.yml, of a package that is new in the store. */
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
/** The dashboard and the login of umbrelOS, and the ports of the apps that this one depends on. */
const RESERVED_PORTS = [80, 443, 2000, 2100, 3002, 8332, 8333, 50001];

const APP_PROXY = z.strictObject({
  environment: z.strictObject({
    APP_HOST: z.literal('blocktally_server_1'),
    APP_PORT: z.literal(3000),
    PROXY_AUTH_ADD: z.enum(['true', 'false']),
  }),
});
/** The rules for a service, and our own: no capability, no new privileges, no root, no writable image. */
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
  environment: z.partialRecord(z.enum(SETTINGS), z.string()),
});
const COMPOSE = z.strictObject({
  version: z.literal('3.7'),
  services: z.strictObject({ app_proxy: APP_PROXY, server: SERVER }),
});

const manifest = MANIFEST.parse(parse(file('umbrel-app.yml')));
const { server } = COMPOSE.parse(parse(file('docker-compose.yml'))).services;

test('the manifest has the folder’s name as id, this version, and a port that no other program has', () => {
  expect(manifest.id).toBe(path.basename(PACKAGE));
  expect(manifest.version).toBe(packageJson.version);
  expect(server.image).toContain(`:${packageJson.version}@`);
  expect(RESERVED_PORTS).not.toContain(manifest.port);
});

test('every folder that the container mounts is in the package', () => {
  for (const volume of server.volumes) {
    const source = /\}\/(.*):/.exec(volume)?.[1] ?? '';
    expect(existsSync(path.join(PACKAGE, source, '.gitkeep')), source).toBe(true);
  }
});

test('the compose file and exports.sh use documented variables only', () => {
  const own = Object.keys(exportsOf({})).filter((name) => name.startsWith('APP_BLOCKTALLY_'));
  const known = new Set([...Object.keys(UMBREL), 'APP_DATA_DIR', ...own]);
  const used = (name: string) =>
    [...file(name).matchAll(/\$\{?([A-Z][A-Z0-9_]+)/g)].map(([, variable = '']) => variable);
  expect(used('docker-compose.yml').filter((name) => !known.has(name))).toEqual([]);
  expect(used('exports.sh').filter((name) => !known.has(name))).toEqual([]);
});

test('exports.sh is sourced: it exits nowhere, changes no folder or option, and is not executable', () => {
  expect(file('exports.sh')).not.toMatch(/^\s*(?:exit|cd|set|docker|mkdir|chown|chmod)\b|^#!/m);
  expect(statSync(path.join(PACKAGE, 'exports.sh')).mode & 0o111).toBe(0);
  execFileSync('bash', ['--norc', '-n', path.join(PACKAGE, 'exports.sh')]);
});

test.each([
  ['mainnet', 'mainnet'],
  ['testnet3', 'testnet'],
  ['testnet4', 'testnet4'],
  ['signet', 'signet'],
  ['regtest', 'regtest'],
])('the node’s network %s gets the RPC as its only source', (theirs, ours) => {
  const exported = exportsOf({ APP_BITCOIN_NETWORK: theirs });
  const sources = NETWORKS.map((network) => {
    const variable = /\w+(?=\}$)/.exec(server.environment[networkVariable(network)] ?? '')?.[0];
    return [network, exported[variable ?? '']];
  });
  expect(sources.filter(([, source]) => source)).toEqual([
    [ours, `http://umbrel:${UMBREL.APP_BITCOIN_RPC_PASS}@10.21.21.8:8332`],
  ]);
});

test('with a dependency on an Electrum server, which needs the node too, that server is the source', () => {
  const exported = exportsOf({
    APP_ELECTRS_NODE_IP: '10.21.21.10',
    APP_ELECTRS_NODE_PORT: '50001',
  });
  expect(exported.APP_BLOCKTALLY_MAINNET).toBe('electrum+tcp://10.21.21.10:50001');
});
