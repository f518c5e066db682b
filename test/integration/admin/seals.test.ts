import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readHealth } from '@/lib/health';
import { requireMatchingSeals } from '@/lib/keys/check-seals';
import { createSeals } from '@/lib/keys/seal';
import { runAdmin } from '@/test/support/admin';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { TEST_SECRET_KEY, testSeals } from '@/test/support/seals';

const { db } = await openForTestFile(createTestDatabase());
const deps = {
  ...{ db, vault: testVault, seals: testSeals, clock: () => new Date(), sources: new Map() },
  ...{ policy: { allowPrivate: false }, networks: [], setupToken: '' },
  env: { dataDir: '.', databaseUrl: '' },
};
const key = await createTestKey(db);
const other = await createTestKey(db);

test('seal check` lists each row that was altered outside the server, until the row is restored', async () => {
  expect(await runAdmin(deps, ['seal', 'check'])).toMatchObject({ altered: [] });
  const set = (id: string) =>
    db.execute(sql`update api_key set wallet_id = ${id} where id = ${key.id}`);
  await db.execute(sql`insert into merchant_wallet (merchant_id, wallet_id, name, created_at)
    values (${key.merchantId}, ${other.walletId}, 'Planted', now())`);
  await set(other.walletId);
  const { altered } = (await runAdmin(deps, ['seal', 'check'])) as never as { altered: string[] };
  expect(altered).toEqual([`merchant_wallet ${other.walletId}`, `api_key ${key.id}`]);
  expect(await readHealth(db, [], new Date())).toMatchObject({ altered_rows: 2 });
  await set(key.walletId);
  await db.execute(sql`delete from merchant_wallet where name = 'Planted'`);
  expect(await runAdmin(deps, ['seal', 'check'])).toMatchObject({ altered: [] });
  expect(await readHealth(db, [], new Date())).toMatchObject({ status: 'ok', altered_rows: 0 });
});

test('after SECRET_KEY has changed, `seal renew` renews only the rows sealed with the old key', async () => {
  const seals = createSeals(new Uint8Array(32).fill(9));
  const renewed = { ...deps, seals };
  await expect(requireMatchingSeals(db, seals)).rejects.toThrow('seal renew --previous-key-file');
  const link = sql`insert into payment_link (id, api_key_id, title, amount, terms, created_at)
    values ('link_planted', ${key.id}, 'Planted', '{}', '{}', now())`;
  await db.execute(link);
  const file = path.join(tmpdir(), `old-key-${process.pid}`);
  writeFileSync(file, TEST_SECRET_KEY);
  const result = await runAdmin(renewed, ['seal', 'renew', '--previous-key-file', file]);
  expect(result).toMatchObject({ altered: ['payment_link link_planted'] });
  await requireMatchingSeals(db, seals);
  await expect(requireMatchingSeals(db, testSeals)).rejects.toThrow('another SECRET_KEY');
  expect(await runAdmin(deps, ['seal', 'renew', '--unchecked'])).toMatchObject({ altered: [] });
});
