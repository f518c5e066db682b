import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecretKey, sessionSecret, setupToken } from '@/lib/keys/secret-key';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret key '));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('the secret-key file is created once, and only its owner can read it', () => {
  const inner = join(folder, 'a', 'b');
  const key = loadSecretKey(inner);
  expect(key).toHaveLength(32);
  expect(loadSecretKey(inner)).toEqual(key);
  expect(statSync(join(inner, 'secret-key')).mode & 0o777).toBe(0o600);
  expect(statSync(inner).mode & 0o777).toBe(0o700);
  expect(readdirSync(inner)).toEqual(['secret-key']);
});

test('processes that start together all get the same secret key', async () => {
  const module = new URL('./secret-key.ts', import.meta.url).href;
  const script = `import { loadSecretKey } from '${module}';
    process.stdout.write(Buffer.from(loadSecretKey(process.argv[1])).toString('hex'));`;
  const run = () =>
    promisify(execFile)(process.execPath, [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      script,
      folder,
    ]);
  const answers = await Promise.all([run(), run(), run(), run()]);
  const keys = new Set(answers.map((answer) => answer.stdout));
  expect(keys.size).toBe(1);
  expect([...keys][0]).toMatch(/^[0-9a-f]{64}$/);
});

test('a secret-key file without a valid key is reported and not replaced', () => {
  writeFileSync(join(folder, 'secret-key'), 'broken');
  expect(() => loadSecretKey(folder)).toThrow('32 bytes in base64');
});

test('the printed setup token reveals nothing of the secret key or the cookie key', () => {
  const key = new Uint8Array(32).map((_, n) => n);
  const token = setupToken(key);
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  expect(Buffer.from(key).toString('hex')).not.toContain(token);
  const ofCookies = Buffer.from(sessionSecret(key), 'base64url').toString('hex');
  expect(ofCookies).toHaveLength(64);
  expect(ofCookies).not.toContain(token);
});
