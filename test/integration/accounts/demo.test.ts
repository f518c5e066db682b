import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { merchant } from '@/db/schema/accounts';
import { authenticate } from '@/lib/keys/authenticate';
import { runNode } from '@/scripts/lib/run.mjs';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());

/** What `npm start` runs once its server answers. */
const makeDemo = (dataDir: string) =>
  runNode(['--import', 'tsx', 'scripts/demo.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: base.url,
      DATA_DIR: dataDir,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  });

test('there is no demo shop whose password nobody knows: its secrets are stored first', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-demo-'));
  const file = path.join(folder, 'a-file');
  writeFileSync(file, '');
  const refused = await makeDemo(file);
  expect(refused.ok).toBe(false);
  expect(refused.output).toContain(
    'Set DATA_DIR to a folder that this user can write, or DEMO=off.',
  );
  expect(await base.db.$count(merchant)).toBe(0);

  mkdirSync(path.join(folder, 'data'));
  expect(await makeDemo(path.join(folder, 'data'))).toEqual({ ok: true, output: '' });
  const kept = JSON.parse(readFileSync(path.join(folder, 'data', 'demo.json'), 'utf8'));
  const key = await authenticate(base.db, `Bearer ${kept.api_key}`, new Date());
  expect(key).toMatchObject({ network: 'regtest' });
});
