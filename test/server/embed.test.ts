import { get, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startApp } from '@/test/support/app';
import { createTestDatabase } from '@/test/support/database';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const MAX_BYTES = 4_096;

const base = await openForTestFile(createTestDatabase());
const app = await openForTestFile(
  startApp({ databaseUrl: base.url, env: { SECRET_KEY: TEST_SECRET_KEY } }),
);

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function ask(headers: Readonly<Record<string, string>>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(`${app.url}/embed.js`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks) });
      });
    });
    request.on('error', reject);
  });
}

test('the compressed /embed.js is complete and smaller than 4 kB', async () => {
  const plain = await ask({});
  const small = await ask({ 'accept-encoding': 'gzip' });
  expect(small.headers['content-encoding']).toBe('gzip');
  expect(small.body.length).toBeLessThan(MAX_BYTES);
  expect(gunzipSync(small.body).equals(plain.body)).toBe(true);
  expect(plain.body.toString()).not.toMatch(/\b(?:eval|Function|innerHTML|import)\b/);
});

test('any site can load the embed script, pin its hash, and cache it for an hour', async () => {
  const { status, headers } = await ask({});
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600',
  });
  const { etag = '' } = headers;
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await ask({ 'if-none-match': known });
    expect([again.status, again.body.length], known).toEqual([304, 0]);
  }
  expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200);
});
