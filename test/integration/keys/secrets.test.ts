import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { apiKeySecret, merchant, signingSecret, wallet } from '@/db/schema/accounts';
import { createDemo } from '@/lib/accounts/create-demo';
import { OPERATOR } from '@/lib/domain/actor';
import { authenticateApiKey } from '@/lib/keys/authenticate-api-key';
import { isApiKey } from '@/lib/keys/key-format';
import { revokeKey } from '@/lib/keys/revoke-key';
import { rotateKey } from '@/lib/keys/rotate-key';
import { rotateSigningSecret } from '@/lib/keys/rotate-signing-secret';
import { activeSigningSecrets } from '@/lib/keys/signing-secrets';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());

const now = new Date('2026-05-01T00:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const accepts = (key: string, at: Date) =>
  authenticateApiKey(base.db, `Bearer ${key}`, at).then(
    () => true,
    () => false,
  );

async function dump(): Promise<string> {
  const tables = await base.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => base.db.execute(sql`select * from ${sql.identifier(name)}`)),
  );
  return JSON.stringify(rows);
}

test('servers that start concurrently on an empty database create one demo merchant', async () => {
  const made = await Promise.all(
    Array.from({ length: 5 }, () => createDemo(base.db, testVault, now)),
  );
  const demos = made.flatMap((demo) => demo ?? []);
  expect(demos).toHaveLength(1);
  expect(demos[0]).toMatchObject({ network: 'regtest', allowCustomAddresses: true });
  expect(isApiKey(demos[0]?.apiKey ?? '')).toBe(true);
  // The first address of BIP 84's test vectors, in its regtest form.
  expect(demos[0]?.firstAddresses[0]).toBe('bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx');
  expect(await createDemo(base.db, testVault, now)).toBeUndefined();
  expect(await base.db.$count(merchant)).toBe(1);
});

test('no table holds an API key or a signing secret in plain text', async () => {
  const key = await createTestKey(base.db);
  const rotated = await rotateKey(base.db, OPERATOR, key.id, 60, now);
  const resigned = await rotateSigningSecret(base.db, testVault, OPERATOR, key.id, 60, now);
  const api = createTestApi(base);
  const answer = await api.call({
    path: '/v1/btc/payments',
    key: rotated.apiKey,
    body: { amount_sats: 1, webhook_url: 'http://127.0.0.1:1/' },
    headers: { 'idempotency-key': 'once' },
  });
  expect(answer.status).toBe(201);
  const stored = await dump();
  expect(stored).toContain(key.id);
  for (const secret of [key.apiKey, rotated.apiKey, key.signingSecret, resigned.signingSecret]) {
    const heart = secret.slice(secret.lastIndexOf('_') + 1);
    expect(stored).not.toContain(heart);
    expect(stored).not.toContain(heart.slice(0, 20));
    expect(stored).not.toContain(Buffer.from(heart).toString('base64'));
  }
});

test('during the overlap after a rotation, the old and the new API key give access to the same payments', async () => {
  const key = await createTestKey(base.db);
  const rotated = await rotateKey(base.db, OPERATOR, key.id, 60, now);
  expect(rotated.id).toBe(key.id);
  expect(rotated.apiKey).not.toBe(key.apiKey);
  expect(rotated.previousValidUntil).toEqual(after(60));
  expect(await accepts(key.apiKey, after(59))).toBe(true);
  expect(await accepts(key.apiKey, after(60))).toBe(false);
  expect(await accepts(rotated.apiKey, after(1_000_000))).toBe(true);
  const actor = await authenticateApiKey(base.db, `Bearer ${rotated.apiKey}`, now);
  expect(actor).toEqual(key.actor);
});

test('a second rotation never prolongs an older secret, and an overlap of 0 invalidates all older secrets', async () => {
  const key = await createTestKey(base.db);
  const second = await rotateKey(base.db, OPERATOR, key.id, 60, now);
  const third = await rotateKey(base.db, OPERATOR, key.id, 3_600, now);
  expect(await accepts(key.apiKey, after(61))).toBe(false);
  expect(await accepts(second.apiKey, after(61))).toBe(true);
  const fourth = await rotateKey(base.db, OPERATOR, key.id, 0, now);
  const old = [key, second, third].map(({ apiKey }) => accepts(apiKey, now));
  expect(await Promise.all(old)).toEqual([false, false, false]);
  expect(await accepts(fourth.apiKey, now)).toBe(true);
});

test('parallel rotations leave exactly one current secret', async () => {
  const key = await createTestKey(base.db);
  await Promise.all(Array.from({ length: 8 }, () => rotateKey(base.db, OPERATOR, key.id, 60, now)));
  const current = await base.db.$count(
    apiKeySecret,
    sql`${apiKeySecret.apiKeyId} = ${key.id} and ${apiKeySecret.expiresAt} is null`,
  );
  expect(current).toBe(1);
});

test('several signing secrets are valid during an overlap, and are listed newest first', async () => {
  const key = await createTestKey(base.db);
  const active = (at: Date) => activeSigningSecrets(base.db, testVault, key.id, at);
  expect(await active(now)).toEqual([key.signingSecret]);
  expect(key.signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const second = await rotateSigningSecret(base.db, testVault, OPERATOR, key.id, 60, now);
  const third = await rotateSigningSecret(base.db, testVault, OPERATOR, key.id, 120, now);
  expect(await active(after(59))).toEqual([
    third.signingSecret,
    second.signingSecret,
    key.signingSecret,
  ]);
  expect(await active(after(60))).toEqual([third.signingSecret, second.signingSecret]);
  expect(await active(after(120))).toEqual([third.signingSecret]);
});

test('at most five signing secrets are valid, and a further rotation ends the oldest', async () => {
  const key = await createTestKey(base.db);
  const secrets = [key.signingSecret];
  for (let n = 0; n < 7; n += 1) {
    const at = after(n);
    const month = 30 * 86_400;
    const made = await rotateSigningSecret(base.db, testVault, OPERATOR, key.id, month, at);
    secrets.unshift(made.signingSecret);
    const active = await activeSigningSecrets(base.db, testVault, key.id, at);
    expect(active).toEqual(secrets.slice(0, 5));
  }
  const ended = sql`${signingSecret.ownerId} = ${key.id} and ${signingSecret.expiresAt} <= ${after(7).toISOString()}`;
  expect(await base.db.$count(signingSecret, ended)).toBe(3);
});

test('a revoked key is rejected immediately, and a rotation does not make it valid again', async () => {
  const key = await createTestKey(base.db);
  const first = await revokeKey(base.db, OPERATOR, key.id, now);
  expect(await accepts(key.apiKey, now)).toBe(false);
  expect(await revokeKey(base.db, OPERATOR, key.id, after(60))).toEqual(first);
  await expect(rotateKey(base.db, OPERATOR, key.id, 60, now)).rejects.toThrow('revoked');
  await expect(rotateKey(base.db, OPERATOR, 'key_none', 60, now)).rejects.toThrow('not_found');
});

test('API keys that have one descriptor in different notations share a wallet', async () => {
  const wallets = await base.db.$count(wallet);
  const one = await createTestKey(base.db);
  const body = one.descriptor.replace(/#.*/, '');
  const same = await Promise.all(
    [one.descriptor, body, body.replace('/0/*', '/<0;1>/*'), ` ${body} `].map((descriptor) =>
      createTestKey(base.db, { descriptor }),
    ),
  );
  expect(new Set(same.map((key) => key.walletId))).toEqual(new Set([one.walletId]));
  expect(new Set(same.map((key) => key.merchantId)).size).toBe(4);
  const elsewhere = await createTestKey(base.db, { descriptor: body, network: 'signet' });
  expect(elsewhere.walletId).not.toBe(one.walletId);
  expect(await base.db.$count(wallet)).toBe(wallets + 2);
});
