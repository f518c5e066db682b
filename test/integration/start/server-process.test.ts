import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '@/scripts/lib/checkout.mjs';
import { serverEnvironment, startServer } from '@/scripts/lib/server-process.mjs';

/**
 * The package that reads .env. It is not our direct dependency, so this is the copy that Next.js
 * uses.
 */
const NEXT_ENV = createRequire(createRequire(import.meta.url).resolve('next/package.json')).resolve(
  '@next/env',
);
const ENV = `
METRICS_TOKEN=pa$word-pa$$word-$HOME
BITCOIN_MAINNET="http://node:a$b#c@127.0.0.1:8332" # quoted, for the #
AUTH_OIDC_NAME='Our $ign-in'
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'blocktally-env-'));
  writeFileSync(path.join(folder, '.env'), ENV);
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(code: string, given: Readonly<Record<string, string>>): Record<string, string> {
  const names = ['METRICS_TOKEN', 'BITCOIN_MAINNET', 'AUTH_OIDC_NAME'];
  const print = `console.log(JSON.stringify(${JSON.stringify(names)}.map((n) => process.env[n])))`;
  const env = { ...given, PATH: process.env.PATH, NODE_ENV: 'production' } as const;
  const options = { cwd: folder, env, encoding: 'utf8' } as const;
  const values = JSON.parse(execFileSync(process.execPath, ['-e', `${code};${print}`], options));
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}

test('the server gets the values of .env unchanged, even "$" and "#"', () => {
  const read = run('process.loadEnvFile(".env")', {});
  expect(read).toEqual({
    METRICS_TOKEN: 'pa$word-pa$$word-$HOME',
    BITCOIN_MAINNET: 'http://node:a$b#c@127.0.0.1:8332',
    AUTH_OIDC_NAME: 'Our $ign-in',
  });
  const settings = { port: 1, host: 'h', appUrl: 'u', appUrls: 'u', localUrl: 'l', dataDir: 'd' };
  const given = serverEnvironment({ settings, databaseUrl: 'x', dev: false });
  const next = `require(${JSON.stringify(NEXT_ENV)}).loadEnvConfig('.', false, console)`;
  expect(run(next, { ...given, ...read })).toEqual(read);
  expect(run(next, read)).not.toEqual(read);
});

const startScript = (code: string) =>
  startServer({ command: ['-e', code], folder: ROOT, env: process.env, log: () => {} });

test('a start waits until the server reports that it is ready', async () => {
  const server = startScript(`process.once('disconnect', () => process.exit());
    process.send({ step: 'migrating the database' });
    setTimeout(() => process.send({ ready: true, demo: true }), 100);`);
  expect(await server.ready()).toEqual({ demo: true });
  server.stop();
  await server.ended();
});

test('stopping a server process that has already exited returns immediately', async () => {
  const server = startScript('process.exit(3)');
  expect(await server.ready()).toBeUndefined();
  await expect(server.ended()).rejects.toThrow('The server has ended (3).');
});
