import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '@/scripts/lib/checkout.mjs';
import { openTab } from '@/test/support/browser-tab';
import { startCollector } from '@/test/support/collector';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY } from '@/test/support/factories';
import { stablePort } from '@/test/support/stable-port';
import { until } from '@/test/support/wait';

let base: TestDatabase;
let image: string;

beforeAll(async () => {
  base = await createTestDatabase();
  image = mkdtempSync(path.join(tmpdir(), 'blocktally-image-'));
  copyAsDockerfile(ROOT, image);
});
afterAll(async () => {
  rmSync(image, { recursive: true, force: true });
  await base.drop();
});

/** Copies the files of the Dockerfile's COPY lines to the same places. */
function copyAsDockerfile(from: string, to: string): void {
  const copies = readFileSync('Dockerfile', 'utf8').matchAll(
    /^COPY --from=build \/app\/(\S+) (\S+)$/gm,
  );
  for (const [, source = '', target = ''] of copies) {
    cpSync(path.join(from, source), path.join(to, target), { recursive: true });
  }
}

test('the image holds the server and none of its sources', () => {
  expect(readdirSync(image)).toEqual(
    expect.arrayContaining([
      'server.js',
      'blocktally-worker.mjs',
      'blocktally-chain-thread.mjs',
      'node_modules',
      '.next',
    ]),
  );
  for (const name of ['test', 'scripts', '.git', '.data', 'e2e']) {
    expect(readdirSync(image)).not.toContain(name);
  }
});

test('it migrates, answers, follows the sandbox, is traced and stops cleanly from its own folder', async () => {
  const port = await stablePort();
  const key = await createTestKey(base.db);
  const collector = await startCollector();
  const server = spawn(process.execPath, ['server.js'], {
    cwd: image,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: base.url,
      SECRET_KEY: TEST_SECRET_KEY,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
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
    await until(`it is ready:\n${output}`, async () => (await fetch(`${url}/api/ready`)).ok);
    for (const page of [
      '/docs',
      '/docs/errors/not_found',
      '/docs/api.md',
      '/llms.txt',
      '/robots.txt',
    ]) {
      expect((await fetch(url + page)).status, page).toBe(200);
    }
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
    // It has ended, and its whole output is here.
    const gone = once(server, 'close');
    server.kill('SIGTERM');
    await gone;
  }
  expect(output).toContain('"msg":"stopping"');
  expect(collector.bytes().toString('latin1')).toContain('POST /v1/btc/payments');
  await collector.close();
});
