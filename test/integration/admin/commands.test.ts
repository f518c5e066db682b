import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { apiKey } from '@/db/schema/accounts';
import type { Network } from '@/lib/domain/network';
import { openVault } from '@/lib/keys/vault';
import { runAdmin } from '@/test/support/admin';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, randomDescriptor, testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { testSeals } from '@/test/support/seals';

const base = await openForTestFile(createTestDatabase());

const SETTINGS = {
  vault: testVault,
  seals: testSeals,
  clock: () => new Date(),
  policy: { allowPrivate: false },
  networks: ['regtest'],
  sources: new Map(),
  setupToken: 'a setup token',
  env: { dataDir: '.', databaseUrl: '' },
} as const;

const admin = (...argv: string[]) => runAdmin({ ...SETTINGS, db: base.db }, argv);

const list = (key: string) =>
  createTestApi(base).call({ path: '/v1/btc/payments?from=0&to=1', key });

test('creating a key without the server’s secret key fails', async () => {
  const other = await createTestDatabase();
  await createTestKey(other.db);
  const deps = { ...SETTINGS, db: other.db, vault: openVault(randomBytes(32)) };
  const descriptor = randomDescriptor('regtest');
  const words = ['key', 'create', '--network', 'regtest', '--descriptor', descriptor];
  const { error } = await runAdmin(deps, words);
  expect(error.code).toBe('configuration');
  expect(error.message).toContain('SECRET_KEY is not the one');
  expect(await other.db.$count(apiKey)).toBe(1);
  await other.drop();
});

test('a created key works immediately, and its first addresses are printed for comparison', async () => {
  const descriptor = randomDescriptor('regtest');
  const made = await admin(
    ...['key', 'create', '--network', 'regtest', '--descriptor', descriptor],
    ...['--allow-custom-addresses', '--name', 'Till 1'],
  );
  expect(made).toEqual({
    id: expect.stringMatching(/^key_/),
    api_key: expect.stringMatching(/^btly_reg_/),
    signing_secret: expect.stringMatching(/^whsec_/),
    network: 'regtest',
    name: 'Till 1',
    allow_custom_addresses: true,
    allow_management: false,
    webhook_events: ['payment.detected', 'payment.confirmed'],
    default_webhook_url: null,
    merchant_id: expect.stringMatching(/^mer_/),
    wallet_id: expect.stringMatching(/^wal_/),
    descriptor: expect.stringContaining(descriptor),
    first_addresses: expect.arrayContaining([expect.stringMatching(/^bcrt1q/)]),
  });
  expect(made.first_addresses).toHaveLength(5);
  expect((await list(made.api_key)).status).toBe(200);
});

test('without --merchant, a key is created for the oldest merchant', async () => {
  const [oldest] = (await admin('merchant', 'list')).merchants;
  const other = await admin('merchant', 'create', '--name', 'Second shop');
  const create = [
    'key',
    'create',
    '--network',
    'signet',
    '--descriptor',
    randomDescriptor('signet'),
  ];
  expect((await admin(...create)).merchant_id).toBe(oldest.id);
  expect((await admin(...create, '--merchant', other.id)).merchant_id).toBe(other.id);
  expect((await admin(...create, '--merchant', 'mer_none')).error.code).toBe('not_found');
});

test('key rotate`, `secret rotate` and `key revoke` accept the key both as an argument and as an option', async () => {
  const create = ['key', 'create', '--network', 'regtest'];
  const made = await admin(...create, '--descriptor', randomDescriptor('regtest'));
  const rotated = await admin('key', 'rotate', made.id, '--overlap', '0');
  expect(rotated).toEqual({
    id: made.id,
    api_key: expect.stringMatching(/^btly_reg_/),
    previous_valid_until: expect.stringMatching(/Z$/),
  });
  expect((await list(made.api_key)).status).toBe(401);
  expect((await list(rotated.api_key)).status).toBe(200);
  const resigned = await admin('secret', 'rotate', '--key', made.id, '--overlap=60');
  expect(resigned.signing_secret).not.toBe(made.signing_secret);
  const revoked = await admin('key', 'revoke', made.id);
  expect(revoked).toEqual({ id: made.id, revoked_at: expect.stringMatching(/Z$/) });
  expect((await list(rotated.api_key)).status).toBe(401);
  const { keys } = await admin('key', 'list');
  const listed = keys.find((key: { id: string }) => key.id === made.id);
  expect(listed.revoked_at).toBe(revoked.revoked_at);
  expect(listed.secrets).toHaveLength(2);
  expect(JSON.stringify(keys)).not.toContain(rotated.api_key);
});

test('--webhook-events sets the events that a key sends, both in `key create` and in `key update`', async () => {
  const create = ['key', 'create', '--network', 'regtest', '--descriptor'];
  const chosen = ['--webhook-events', 'payment.reverted, payment.confirmed'];
  const made = await admin(...create, randomDescriptor('regtest'), ...chosen);
  expect(made.webhook_events).toEqual(['payment.confirmed', 'payment.reverted']);
  const update = (...rest: string[]) => admin('key', 'update', made.id, ...rest);
  expect(await update('--webhook-events', 'none')).toEqual({ id: made.id, webhook_events: [] });
  const { keys } = await admin('key', 'list');
  expect(keys.find((key: { id: string }) => key.id === made.id).webhook_events).toEqual([]);
  for (const rest of [[], ['--webhook-events', 'payment.paid,payment.expired']]) {
    expect((await update(...rest)).error.message).toContain('--webhook-events');
  }
});

test('--allow-management gives a key the management permission, at its creation or later', async () => {
  const create = ['key', 'create', '--network', 'regtest', '--descriptor'];
  const made = await admin(...create, randomDescriptor('regtest'));
  expect(made.allow_management).toBe(false);
  const update = (answer: string) => admin('key', 'update', made.id, '--allow-management', answer);
  expect(await update('yes')).toEqual({ id: made.id, allow_management: true });
  expect(await update('no')).toEqual({ id: made.id, allow_management: false });
  expect((await update('maybe')).error.message).toBe('--allow-management must be yes or no.');
  const other = await admin(...create, randomDescriptor('regtest'), '--allow-management');
  expect(other.allow_management).toBe(true);
});

test('--webhook-url sets a key’s default webhook URL, which must follow the rules for every webhook URL', async () => {
  const create = ['key', 'create', '--network', 'regtest', '--descriptor'];
  const url = 'https://shop.example/hooks';
  const made = await admin(...create, randomDescriptor('regtest'), '--webhook-url', url);
  expect(made.default_webhook_url).toBe(url);
  const update = (...rest: string[]) => admin('key', 'update', made.id, ...rest);
  const private_ = await update('--webhook-url', 'http://10.0.0.1/hooks');
  expect(private_.error.code).toBe('webhook_url_rejected');
  const listed = async () => {
    const { keys } = await admin('key', 'list');
    return keys.find((key: { id: string }) => key.id === made.id).default_webhook_url;
  };
  expect(await listed()).toBe(url);
  expect(await update('--webhook-url', 'none')).toEqual({ id: made.id, default_webhook_url: null });
  expect(await listed()).toBeNull();
});

test('wallet skip` moves the next address index of one or all wallets forward, and never back', async () => {
  const create = ['key', 'create', '--network', 'regtest'];
  const made = await admin(...create, '--descriptor', randomDescriptor('regtest'));
  const find = async () =>
    (await admin('wallet', 'list')).wallets.find(({ id }: { id: string }) => id === made.wallet_id);
  expect(await find()).toMatchObject({
    next_index: 0,
    next_address: made.first_addresses[0],
    keys: [made.id],
  });
  const moved = { id: made.wallet_id, next_index: 3 };
  expect(await admin('wallet', 'skip', made.wallet_id, '--to-index', '3')).toEqual(moved);
  expect(await admin('wallet', 'skip', made.wallet_id, '--to-index', '1')).toEqual(moved);
  expect(await find()).toMatchObject({ next_address: made.first_addresses[3] });
  const { wallets } = await admin('wallet', 'list');
  const skipped = await admin('wallet', 'skip', '--all', '--count', '1000');
  expect(skipped.wallets).toHaveLength(wallets.length);
  expect(skipped.wallets).toContainEqual({ id: made.wallet_id, next_index: 1003 });
  const paid = await createTestApi(base).call({
    path: '/v1/btc/payments',
    key: made.api_key,
    body: { amount_sats: 1_000 },
  });
  expect(paid.status).toBe(201);
  expect(await find()).toMatchObject({ next_index: 1004 });
});

test('status prints the numbers of merchants, keys, wallets and payments', async () => {
  const status = await admin('status');
  expect(status.counts.merchants).toBe(2);
  expect(status.counts.revoked_keys).toBe(1);
  expect(status.chains).toEqual([expect.objectContaining({ network: 'regtest', height: null })]);
  expect(status.outbox).toEqual({ due: 0, lag_seconds: 0, failing_endpoints: 0 });
});

test('commands that print keys or wallets warn about each network without a configured source', async () => {
  const create = async (network: Network) =>
    admin('key', 'create', '--network', network, '--descriptor', randomDescriptor(network));
  const made = await create('testnet4');
  expect(made).toMatchObject({ api_key: expect.any(String), network: 'testnet4' });
  expect(made.warning).toMatch(/testnet4.*BITCOIN_TESTNET4/);
  expect(await create('regtest')).not.toHaveProperty('warning');
  for (const command of [['key', 'list'], ['wallet', 'list'], ['status']]) {
    const { warning } = await admin(...command);
    expect(warning, command.join(' ')).toMatch(/testnet4.*BITCOIN_TESTNET4/);
    expect(warning).not.toContain('regtest');
  }
  await admin('key', 'revoke', made.id);
  for (const command of [['key', 'list'], ['status']]) {
    expect((await admin(...command)).warning ?? '', command.join(' ')).not.toContain('testnet4');
  }
});

test('a wrong command prints its usage without quoting the arguments', async () => {
  const versions = { public: 0x043587cf, private: 0x04358394 };
  const secret = HDKey.fromMasterSeed(randomBytes(32), versions).privateExtendedKey ?? '';
  expect(secret).toMatch(/^tprv/);
  const create = ['key', 'create', '--network', 'regtest'];
  const answers = {
    usage: [
      ['key'],
      ['key', 'explode'],
      create,
      [...create, '--descriptor', ''],
      [...create, secret],
      [...create, `--${secret}`],
      ['key', 'create', '--network', secret, '--descriptor', 'x'],
      ['key', 'rotate'],
      ['key', 'rotate', 'key_1', '--overlap', '-1'],
      ['key', 'rotate', 'key_1', '--overlap', '2592001'],
      ['wallet', 'skip'],
      ['wallet', 'skip', '--all'],
      ['wallet', 'skip', 'wal_1', '--count', '5'],
      ['wallet', 'skip', 'wal_1', '--all', '--count', '5'],
      ['wallet', 'skip', '--all', '--count', '0'],
      ['wallet', 'skip', 'wal_1', '--to-index', '2147483647'],
    ],
    descriptor_private_key: [[...create, '--descriptor', `wpkh(${secret}/0/*)`]],
    not_found: [
      ['key', 'revoke', 'key_none'],
      ['wallet', 'skip', 'wal_none', '--to-index', '5'],
    ],
  };
  for (const [code, commands] of Object.entries(answers)) {
    for (const argv of commands) {
      const { error } = await admin(...argv);
      expect(error.code, argv.slice(0, 2).join(' ')).toBe(code);
      expect(error.message).not.toContain(secret);
    }
  }
});
