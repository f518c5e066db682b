import { expect, test } from 'vitest';
import { createRuntime } from '@/lib/runtime';
import { chainStatusLines } from '@/lib/server/chain-lines';
import { startBitcoind } from '@/test/support/bitcoind';
import { createTestDatabase } from '@/test/support/database';
import { startEsplora } from '@/test/support/esplora-server';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import { type NodeProxyResponse, startNodeProxy } from '@/test/support/node-proxy';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { reserveStablePort } from '@/test/support/reserve-stable-port';

const [base, node] = await Promise.all([
  openForTestFile(createTestDatabase()),
  openForTestFile(startBitcoind()),
]);

async function lines(settings: Record<string, string>, limitMs = 30_000): Promise<string[]> {
  const runtime = createRuntime({
    DATABASE_URL: base.url,
    SECRET_KEY: TEST_SECRET_KEY,
    LOG_LEVEL: 'silent',
    ...settings,
  });
  try {
    return await chainStatusLines(runtime, { node: limitMs, esplora: limitMs });
  } finally {
    await runtime.database.close();
  }
}

async function signetLine(
  answer: NodeProxyResponse,
  limitMs?: number,
): Promise<string | undefined> {
  const front = await startNodeProxy(node, (method) =>
    method === 'getblockchaininfo' ? answer : undefined,
  );
  const [line] = await lines({ BITCOIN_SIGNET: front.url.href }, limitMs);
  await front.close();
  return line;
}

const SYNCING = {
  chain: 'signet',
  blocks: 214_000,
  headers: 229_000,
  bestblockhash: '0'.repeat(64),
  mediantime: 1_700_000_000,
  initialblockdownload: true,
};

test('a node that responds is reported as connected, with its height', async () => {
  await node.mine(1);
  const { height } = await node.tip();
  expect(await lines({ BITCOIN_REGTEST: node.url })).toEqual([
    `regtest: connected, block ${height}`,
  ]);
});

test('an Esplora server that responds is reported as connected, with its height', async () => {
  const server = await startEsplora(node);
  const { height } = await node.tip();
  const [line] = await lines({ BITCOIN_REGTEST: `esplora+${server.url}` });
  expect(line).toBe(`regtest: connected, block ${height}`);
  await server.close();
});

test('the sandbox has no connection to report', async () => {
  expect(await lines({ BITCOIN_REGTEST: 'sandbox' })).toEqual([]);
});

test.each([
  [0.9387, 'syncing 93 %'],
  [0.999999, 'syncing 99 %'],
  [0.000001, 'syncing 0 %'],
  [undefined, 'syncing'],
])(
  'a node that has verified %s of the chain is reported as %s',
  async (verificationprogress, words) => {
    const line = await signetLine({ result: { ...SYNCING, verificationprogress } });
    expect(line).toBe(`signet: connected, block 214,000, ${words}`);
  },
);

test.each<[string, NodeProxyResponse, RegExp]>([
  [
    'still loads',
    { error: { code: -28, message: 'Loading block index…' } },
    /^signet: not ready: /,
  ],
  ['is on another network', { result: { ...SYNCING, chain: 'main' } }, /^signet: wrong network: /],
  ['refuses the password', { status: 401 }, /^signet: access denied: /],
  ['returns an error', { error: { code: -32, message: 'x' } }, /^signet: not usable: /],
])('a node that %s is reported with the setting to change', async (_what, answer, words) => {
  const line = await signetLine(answer);
  expect(line).toMatch(words);
  expect(line).toMatch(/ \(BITCOIN_SIGNET\)$/);
});

test('a source that refuses connections is reported as unreachable, without its password', async () => {
  const nobody = await reserveStablePort();
  const [mainnet, signet] = await lines({
    BITCOIN_MAINNET: `esplora+http://ann:hidden@127.0.0.1:${nobody}/api`,
    BITCOIN_SIGNET: `http://ann:hidden@127.0.0.1:${nobody}`,
  });
  const reason = `at 127.0.0.1:${nobody} (ECONNREFUSED)`;
  expect(mainnet).toBe(
    `mainnet: not reachable: no answer from the server ${reason} (BITCOIN_MAINNET)`,
  );
  expect(signet).toBe(`signet: not reachable: no answer from the node ${reason} (BITCOIN_SIGNET)`);
});

test('a source that does not respond delays the server’s start only up to the time limit', async () => {
  expect(await signetLine('never', 100)).toBe(
    'signet: no answer within 0.1 s; it is asked again (BITCOIN_SIGNET)',
  );
});
