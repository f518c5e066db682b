import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { conditionWords } from '@/app/dashboard/_chain/condition-words';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { NODE_METHODS } from '@/lib/chain/sources/node/methods';
import { OPERATOR } from '@/lib/domain/actor';
import { NETWORKS, type Network } from '@/lib/domain/network';
import { syncChain } from '@/lib/payments/sync-chain';
import { chainStatus } from '@/lib/payments/views/chain-status';
import { createRuntime } from '@/lib/runtime';
import { chainStatusLines } from '@/lib/server/chain-lines';
import { startBitcoind, type TestNode } from '@/test/support/bitcoind';
import { createTestDatabase } from '@/test/support/database';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import { NO_WATCHED_SCRIPTS } from '@/test/support/no-watched-scripts';
import { startNodeProxy } from '@/test/support/node-proxy';
import { openForTestFile } from '@/test/support/open-for-test-file';

/** An address of this machine that the node does not count as local; undefined without a network. */
const ADDRESS = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

const base = await openForTestFile(createTestDatabase());
const node = await openForTestFile(
  startBitcoind({
    flags: [
      ...(ADDRESS ? ['-rpcbind=127.0.0.1', `-rpcbind=${ADDRESS}`, '-rpcallowip=203.0.113.1'] : []),
    ],
  }),
);

function changed(from: TestNode, change: (url: URL) => void): string {
  const url = new URL(from.url);
  change(url);
  return url.href;
}

/** Returns what a server start prints about this source, and what Health then shows. */
async function reported(source: string) {
  const runtime = createRuntime({
    DATABASE_URL: base.url,
    SECRET_KEY: TEST_SECRET_KEY,
    LOG_LEVEL: 'silent',
    BITCOIN_REGTEST: source,
  });
  const [line = ''] = await chainStatusLines(runtime, { node: 30_000, esplora: 30_000 });
  await base.db.execute('delete from chain');
  const read = createBitcoindSource('regtest', new URL(source));
  await syncChain(base.database, 'regtest', read, () => new Date());
  const status = await statusOfRegtest();
  const words = conditionWords(status.condition, { ...status, lag_blocks: status.lagBlocks });
  await runtime.database.close();
  return { line, words, fault: status.fault, condition: status.condition };
}

async function statusOfRegtest() {
  const kinds = Object.fromEntries(
    NETWORKS.map((network) => [network, { kind: network === 'regtest' ? 'bitcoind' : 'off' }]),
  ) as Record<Network, { kind: 'bitcoind' | 'off' }>;
  const found = await chainStatus(base.db, OPERATOR, kinds, new Date());
  const status = found.find(({ network }) => network === 'regtest');
  if (!status) throw new Error('regtest is not shown');
  return status;
}

test('the error for a rejected node password says to correct the credentials', async () => {
  const { line, words } = await reported(
    changed(node, (url) => {
      url.password = 'wrong';
    }),
  );
  expect(line).toBe(
    'regtest: access denied: the node rejects the user name or password (BITCOIN_REGTEST)',
  );
  expect(words.todo).toContain('Correct the credentials in BITCOIN_REGTEST');
});

test('the error for a node URL without credentials says where to add them', async () => {
  const { line, words } = await reported(
    changed(node, (url) => {
      url.username = '';
      url.password = '';
    }),
  );
  expect(line).toBe(
    'regtest: no credentials: the node asks for a user name and password, and the URL has none: http://user:password@host:port (BITCOIN_REGTEST)',
  );
  expect(words).toMatchObject({
    label: 'No credentials',
    todo: expect.stringContaining('http://user:password@host:port'),
  });
});

test.skipIf(ADDRESS === undefined)(
  'if our IP address is missing from rpcallowip, the error says so instead of reporting a wrong password',
  async () => {
    const { line, words } = await reported(
      changed(node, (url) => {
        url.hostname = ADDRESS ?? '';
      }),
    );
    expect(line).toBe(
      'regtest: address refused: the node accepts no requests from this address (403): add it to rpcallowip (BITCOIN_REGTEST)',
    );
    expect(words).toMatchObject({
      label: 'Address refused',
      todo: expect.stringContaining('rpcallowip'),
    });
  },
);

test('the error for an https:// URL says that the port has no TLS', async () => {
  const { line, words } = await reported(
    changed(node, (url) => {
      url.href = url.href.replace('http:', 'https:');
    }),
  );
  expect(line).toMatch(
    /^regtest: no TLS: nothing speaks TLS at 127\.0\.0\.1:\d+: use http:\/\/ instead of https:\/\/ \(BITCOIN_REGTEST\)$/,
  );
  expect(words).toMatchObject({ label: 'No TLS', todo: expect.stringContaining('http://') });
});

test('a server start lists all methods missing from rpcwhitelist, even methods needed only later', async () => {
  const whitelisted = async (methods: readonly string[]) => {
    const other = await startBitcoind({
      blocks: 0,
      flags: [`-rpcwhitelist=test:${methods.join(',')},createwallet`],
    });
    const found = await reported(other.url);
    await other.stop();
    return found;
  };
  const one = await whitelisted(NODE_METHODS.filter((method) => method !== 'getrawtransaction'));
  expect(one.line).toBe(
    'regtest: method refused: the node’s rpcwhitelist lacks getrawtransaction (BITCOIN_REGTEST)',
  );
  expect(one.fault).toBe('the node’s rpcwhitelist lacks getrawtransaction');
  expect(one.words).toMatchObject({
    label: 'Method refused',
    todo: expect.stringContaining('rpcwhitelist'),
  });
  const some = await whitelisted(['getblockchaininfo', 'getmempoolinfo', 'getblockhash']);
  expect(some.line).toContain(
    'lacks getblock, getrawmempool, getrawtransaction, getmempoolentry (',
  );
  const all = await whitelisted(NODE_METHODS);
  expect(all.line).toMatch(/^regtest: connected, block /);
  expect(all.condition).toBe('following');
});

test('if a node refuses a method only after the start, the error names the method', async () => {
  let isRefused = false;
  const front = await startNodeProxy(node, (method) =>
    isRefused && method === 'getrawmempool' ? { status: 403 } : undefined,
  );
  const source = createBitcoindSource('regtest', front.url);
  await source.tip();
  isRefused = true;
  await expect(source.mempool(async () => [], [], NO_WATCHED_SCRIPTS)).rejects.toMatchObject({
    fault: 'method_refused',
    message: 'the node’s rpcwhitelist lacks getrawmempool',
  });
  await front.close();
});
