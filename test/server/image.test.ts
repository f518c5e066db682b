import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openTab } from '@/test/support/browser-tab';
import { startCollector } from '@/test/support/collector';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY } from '@/test/support/factories';
import { ordinaryUserOptions } from '@/test/support/ordinary-user-options';
import { packBuildOnce } from '@/test/support/pack-build-once';
import { outputOf } from '@/test/support/process-output';
import { reserveStablePort } from '@/test/support/reserve-stable-port';
import { until } from '@/test/support/wait';

/** The last stage of the Dockerfile defines the image. */
const stage =
  readFileSync('Dockerfile', 'utf8')
    .replaceAll('\\\n', ' ')
    .split(/^FROM /m)
    .at(-1) ?? '';
const said = (keyword: string): string => {
  const text = new RegExp(`^${keyword} (.*)$`, 'm').exec(stage)?.[1] ?? '';
  return text.trim().replaceAll(/ +/g, ' ');
};

let base: TestDatabase;
/** The root folder of the image. Its files belong to this process's user, not the server's user. */
let image: string;

beforeAll(async () => {
  base = await createTestDatabase();
  image = mkdtempSync(path.join(tmpdir(), 'blocktally-image-'));
  chmodSync(image, 0o755);
  const target = path.join(image, said('ADD').split(' ')[1] ?? '');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', await packBuildOnce(), '-C', target]);
});
afterAll(async () => {
  rmSync(image, { recursive: true, force: true });
  await base.drop();
});

/** Runs a command as the image's user, who cannot write to its files. */
function runInImage(command: readonly string[], settings: Record<string, string>) {
  const env = Object.fromEntries(
    said('ENV')
      .split(' ')
      .map((pair) => pair.split('=')),
  );
  const files = command.slice(1).map((word) => (word.startsWith('/') ? image + word : word));
  const child = spawn(process.execPath, files, {
    ...ordinaryUserOptions,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, DATABASE_URL: base.url, SECRET_KEY: TEST_SECRET_KEY, ...settings },
  });
  return { child, output: outputOf(child) };
}

test('the image migrates, serves, follows the sandbox, is traced, stops cleanly and writes no file', async () => {
  const port = await reserveStablePort();
  const key = await createTestKey(base.db);
  const collector = await startCollector();
  const command = [...JSON.parse(said('ENTRYPOINT')), ...JSON.parse(said('CMD'))];
  const { child: server, output } = runInImage(command, {
    HOST: '127.0.0.1',
    PORT: String(port),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const url = `http://127.0.0.1:${port}`;
  const call = async (route: string, body?: unknown) => {
    const response = await fetch(`${url}/v1/${route}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return response.json();
  };
  try {
    await until('it is ready', async () => (await fetch(`${url}/api/ready`)).ok);
    const pages = ['/docs', '/docs/errors/not_found', '/docs/api.md', '/llms.txt', '/robots.txt'];
    for (const page of pages) expect((await fetch(url + page)).status, page).toBe(200);
    expect((await fetch(`${url}/_next/image?url=%2Ficon.svg&w=64&q=75`)).status).toBe(404);
    const wrong = { email: 'nobody@example.com', password: 'hashed on a thread' };
    const signIn = await openTab(url).submit('/sign-in', wrong);
    expect(signIn.text).toContain('The e-mail address and the password do not match.');
    const { id } = await call('btc/payments', { amount_sats: 5_000, required_confirmations: 1 });
    await call('sandbox/pay', { payment_id: id });
    await call('sandbox/mine', { blocks: 1 });
    await until(
      'the payment is confirmed',
      async () => (await call(`btc/payments/${id}`)).status === 'confirmed',
    );
  } finally {
    // Node emits `close` after the exit, once the whole output was read.
    const gone = once(server, 'close');
    server.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
  }
  expect(output.text()).toContain('"msg":"stopping"');
  expect(output.text()).not.toMatch(/"level":[56]0/);
  expect(collector.bytes().toString('latin1')).toContain('POST /v1/btc/payments');
  await collector.close();
});

test('the admin service of compose.yaml runs admin commands in the same image as the server', async () => {
  const { app, admin } = parse(readFileSync('compose.yaml', 'utf8')).services;
  expect([admin.build, admin.image]).toEqual([app.build, app.image]);
  const { child, output } = runInImage([...admin.entrypoint, 'status', '--json'], {});
  await once(child, 'close');
  expect(JSON.parse(output.text())).toMatchObject({ counts: { keys: 1 } });
});

test('every service of compose.yaml drops all capabilities and cannot gain privileges', () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8'));
  for (const [name, { cap_drop, security_opt }] of Object.entries<Record<string, unknown>>(
    services,
  ))
    expect({ cap_drop, security_opt }, name).toEqual({
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
});

test('no read-only service of compose.yaml has an inline config, because Compose could not write it', () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8'));
  for (const [name, service] of Object.entries<Record<string, unknown>>(services))
    expect(service.read_only && service.configs, name).toBeFalsy();
});

test('the error of the image without DATABASE_URL states that the image includes no database', async () => {
  const command = [...JSON.parse(said('ENTRYPOINT')), ...JSON.parse(said('CMD'))];
  const data = path.join(image, 'data');
  mkdirSync(data);
  chmodSync(data, 0o777);
  const { child, output } = runInImage(command, { DATABASE_URL: '', PORT: '0', DATA_DIR: data });
  expect((await once(child, 'close'))[0]).toBe(1);
  expect(output.text()).toContain('set DATABASE_URL');
});
