import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseSources } from '@/lib/chain/sources/source-setting';
import { ENV_NAMES } from '@/lib/env';
import { ROOT } from '@/scripts/lib/checkout.mjs';
import packageJson from '../package.json';
import { manifest } from './start9/startos';
import { POST_RESTORE_COMMAND } from './start9/startos/backups';
import { PORT } from './start9/startos/interfaces';
import { BINDINGS, buildServerEnvironment, SOURCES } from './start9/startos/sources';

const FOLDER = path.join(ROOT, 'app-stores/start9');
const httpUrl = z.url({ protocol: /^https?$/ });
const local = (max: number) => z.strictObject({ en_US: z.string().min(1).max(max) });

/**
 * The documented rules for a StartOS manifest. The test applies them to the manifest that the SDK
 * builds from our source files.
 */
const MANIFEST = z.object({
  id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  title: z.string().min(1),
  // An "extended version" is the server's version, a colon, and the revision of the package.
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?:\d+$/),
  license: z.literal(packageJson.license),
  packageRepo: httpUrl,
  upstreamRepo: httpUrl,
  marketingUrl: httpUrl,
  donationUrl: z.null(),
  releaseNotes: local(5_000),
  description: z.strictObject({ short: local(80), long: local(500) }),
  volumes: z.array(z.string().regex(/^[a-z]+$/)).min(1),
  images: z.strictObject({
    main: z.object({
      source: z.strictObject({
        dockerTag: z.string().regex(/^[\w./-]+:(?!latest@)[\w.-]+@sha256:[0-9a-f]{64}$/),
      }),
      arch: z.tuple([z.literal('x86_64'), z.literal('aarch64')]),
    }),
  }),
  dependencies: z.record(z.enum(SOURCES), z.looseObject({ optional: z.literal(true) })),
});

const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const built = MANIFEST.parse(manifest);

test('the StartOS package has the server’s version and uses the same image as the Umbrel package', () => {
  expect(built.version).toBe(`${packageJson.version}:0`);
  expect(read('app-stores/umbrel/blocktally/docker-compose.yml')).toContain(
    `image: ${built.images.main.source.dockerTag}\n`,
  );
});

test('the StartOS package contains every file that StartOS requires, and its icon is at most 40 KiB', () => {
  for (const name of ['instructions.md', 'LICENSE', 'Makefile', 'assets/.gitkeep', 'icon.svg']) {
    expect(existsSync(path.join(FOLDER, name)), name).toBe(true);
  }
  expect(realpathSync(path.join(FOLDER, 'LICENSE'))).toBe(path.join(ROOT, 'LICENSE'));
  expect(statSync(path.join(FOLDER, 'icon.svg')).size).toBeLessThanOrEqual(40 * 1_024);
});

test('the StartOS package and this checkout use the same version of the StartOS SDK', () => {
  const { dependencies } = JSON.parse(read('app-stores/start9/package.json'));
  const { '@start9labs/start-sdk': version } = packageJson.devDependencies;
  expect(dependencies).toEqual({ '@start9labs/start-sdk': version });
});

test('on StartOS the chain source is an Electrum server, or a Bitcoin node with the login from its cookie file', () => {
  const known = { appUrl: 'https://pay.example.com', osIp: '10.0.3.1' };
  const node = {
    source: 'bitcoind',
    address: '10.0.3.1:8332',
    cookie: '__cookie__:0a1b\n',
  } as const;
  const env = buildServerEnvironment({ ...known, ...node });
  expect(env).toEqual({
    DEMO: 'off',
    APP_URL: 'https://pay.example.com',
    TRUSTED_PROXIES: '10.0.3.1/32',
    BITCOIN_MAINNET: 'http://__cookie__:0a1b@10.0.3.1:8332',
  });
  expect(ENV_NAMES).toEqual(expect.arrayContaining(Object.keys(env)));
  expect(parseSources((name) => Object(env)[name], false).mainnet.kind).toBe('bitcoind');
  const electrum = { source: 'fulcrum', address: '10.0.3.1:50001', cookie: null } as const;
  const ofElectrum = buildServerEnvironment({ ...known, ...electrum });
  expect(ofElectrum.BITCOIN_MAINNET).toBe('electrum+tcp://10.0.3.1:50001');
  expect(parseSources((name) => Object(ofElectrum)[name], false).mainnet.kind).toBe('electrum');
});

test('on StartOS a variable for the chain source or the public URL is omitted while its value is unknown', () => {
  const nothing = { source: 'bitcoind', address: null, cookie: null, appUrl: null } as const;
  expect(buildServerEnvironment({ ...nothing, osIp: '10.0.3.1' })).toEqual({
    DEMO: 'off',
    TRUSTED_PROXIES: '10.0.3.1/32',
  });
});

test('every chain source for StartOS has a host and port, and the web interface uses the Docker image’s port', () => {
  expect(Object.keys(BINDINGS)).toEqual([...SOURCES]);
  expect(read('Dockerfile')).toContain(`PORT=${PORT} `);
});

test('after a backup is restored on StartOS, the image’s program runs the documented admin command', () => {
  const [, program, ...words] = POST_RESTORE_COMMAND;
  expect(read('Dockerfile')).toContain(`"${program}"]`);
  const documented = `npm run -s admin -- ${words.slice(1).join(' ')}`;
  expect(read('docs/operations.md')).toContain(documented);
});
