import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '@/test/support/app';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { TEST_SECRET_KEY } from '@/test/support/factories';

let base: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  base = await createTestDatabase();
  const env = { SECRET_KEY: TEST_SECRET_KEY, BITCOIN_REGTEST: 'sandbox' };
  app = await startApp({ databaseUrl: base.url, env });
});
afterAll(async () => {
  await app?.stop();
  await base?.drop();
});

/** Returns the body as sent, because fetch would decompress it. */
async function ask(path: string, encodings?: string) {
  const headers = encodings === undefined ? {} : { 'accept-encoding': encodings };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(app.url + path, { headers }, resolve).once('error', reject);
  });
  return { ...response, headers: response.headers, body: await buffer(response) };
}

async function filesOf(path: string): Promise<string[]> {
  const html = await (await fetch(app.url + path)).text();
  return [...new Set(html.match(/\/_next\/static\/[\w./-]+\.(?:js|css)/g))];
}

test('every script and style sheet has the same content with Brotli, with gzip and uncompressed', async () => {
  const files = await filesOf('/sign-in');
  expect(files.length).toBeGreaterThan(5);
  const kinds = new Set<string | undefined>();
  for (const file of files) {
    const [plain, zipped, small] = await Promise.all([
      ask(file),
      ask(file, 'gzip'),
      ask(file, 'gzip, br'),
    ]);
    expect(plain.headers['content-encoding'], file).toBeUndefined();
    const unzipped = zipped.headers['content-encoding'] ? gunzipSync(zipped.body) : zipped.body;
    expect(unzipped.equals(plain.body), file).toBe(true);
    const encoding = small.headers['content-encoding'];
    kinds.add(encoding);
    if (encoding !== 'br') continue;
    expect(brotliDecompressSync(small.body).equals(plain.body), file).toBe(true);
    expect(small.body.length, file).toBeLessThan(zipped.body.length);
    expect(small.headers['content-type']).toBe(plain.headers['content-type']);
    expect(small.headers['cache-control']).toBe(plain.headers['cache-control']);
    expect(small.headers.vary).toBe('Accept-Encoding');
  }
  expect(kinds).toContain('br');
});

test('if a client refuses Brotli or a path has no compressed file, Next.js responds without Brotli', async () => {
  const [file = ''] = await filesOf('/sign-in');
  expect((await ask(file, 'br;q=0, gzip')).headers['content-encoding']).toBe('gzip');
  const missing = file.replace(/[\w-]+\.\w+$/, 'nothing.js');
  const answers = ['/_next/static/../blocktally-server.mjs', `${file}.br`, missing];
  for (const path of answers) {
    const response = await fetch(app.url + path, { headers: { 'accept-encoding': 'br' } });
    expect(response.headers.get('content-encoding'), path).not.toBe('br');
  }
});
