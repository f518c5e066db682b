import { afterEach, describe, expect, it } from 'vitest';
import { createCertificateCheck } from '@/lib/chain/sources/electrum/certificates';
import { createElectrumSource } from '@/lib/chain/sources/electrum/electrum';
import { alterResult, openElectrumMerchant } from '@/test/support/electrum-merchant';
import { type ElectrumBehavior, ElectrumError } from '@/test/support/electrum-server';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { LONG_PAUSE_MS } from '@/test/support/server-merchant';

const DAY_S = 86_400;
const MERKLE = 'blockchain.transaction.get_merkle';
const TRANSACTION = 'blockchain.transaction.get';
const TIP = 'blockchain.headers.subscribe';
const HEADERS = 'blockchain.block.headers';
const HISTORY = 'blockchain.scripthash.get_history';
const NEVER_ANSWERS = 'that never answers';

interface Proof {
  readonly merkle: readonly string[];
  readonly pos: number;
}
interface Tip {
  readonly height: number;
  readonly hex: string;
}

const merchant = await openForTestFile(openElectrumMerchant());
afterEach(async () => {
  merchant.server.recover();
  merchant.passTime(LONG_PAUSE_MS);
  await merchant.settle();
});

async function paidInBlock() {
  const { id, address } = await merchant.create({
    requiredConfirmations: 1,
    expiresInSeconds: DAY_S,
  });
  await merchant.node.sendTo(address, 100_000);
  // The block has four transactions, so that the merkle tree duplicates none of them.
  for (let n = 0; n < 2; n++) await merchant.node.sendTo(await merchant.node.address(), 100_000);
  await merchant.node.mine(1);
  return id;
}

/** Checks that nothing false is stored, and that an honest server restores everything. */
async function expectRefusal(behavior: ElectrumBehavior, fault: string, message: RegExp) {
  const id = await paidInBlock();
  const before = await merchant.cursor();
  merchant.server.behave(behavior);
  merchant.passTime(60_000);
  expect(await merchant.sync()).toMatchObject({ kind: 'failed', fault });
  expect(await merchant.cursor()).toMatchObject({
    readAt: before?.readAt,
    lastError: expect.stringMatching(message),
  });
  expect(await merchant.payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
  merchant.server.recover();
  merchant.passTime(LONG_PAUSE_MS);
  await merchant.settle();
  expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed' });
  expect(await merchant.cursor()).toMatchObject({ failures: 0, lastError: null });
}

const flipped = (hex: string) => `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`;

describe('a confirmation', () => {
  it.each<[string, ElectrumBehavior]>([
    [
      'with another merkle path',
      alterResult(MERKLE, ({ merkle, ...proof }: Proof) => ({
        ...proof,
        merkle: merkle.map(flipped),
      })),
    ],
    ['at another index', alterResult(MERKLE, (proof: Proof) => ({ ...proof, pos: proof.pos ^ 1 }))],
    [
      'at an index outside the block',
      alterResult(MERKLE, (proof: Proof) => ({ ...proof, pos: 99 })),
    ],
    [
      'with a path that is too short',
      alterResult(MERKLE, (proof) => ({ ...(proof as Proof), merkle: [] })),
    ],
    ['without a proof', alterResult(MERKLE, () => new ElectrumError(1, 'no such transaction'))],
  ])('a confirmation is refused if the server reports it %s', async (_what, behavior) => {
    await expectRefusal(behavior, 'bad_answer', /does not prove that/);
  });

  it('a confirmation is refused if the server reports a wrong block height for the transaction', async () => {
    const entries = alterResult(HISTORY, (items: { height: number }[]) =>
      items.map((item) => ({ ...item, height: item.height > 0 ? item.height - 1 : item.height })),
    );
    await expectRefusal(entries, 'bad_answer', /does not prove that/);
  });
});

describe('a server', () => {
  it.each<[string, ElectrumBehavior, string, RegExp]>([
    [
      'with a foreign transaction',
      async (method, params, honest) => {
        const { node } = merchant;
        if (method !== TRANSACTION) return honest();
        const { tx } = await node.rpc<{ tx: string[] }>(
          'getblock',
          await node.rpc('getblockhash', 5),
        );
        return tx[0] === params[0] ? honest() : node.rpc('getrawtransaction', tx[0]);
      },
      'bad_answer',
      /another transaction than/,
    ],
    [
      'with a tip without work',
      alterResult(TIP, ({ height, hex }: Tip) => ({
        height,
        hex: `${hex.slice(0, 144)}ffff001d${hex.slice(152)}`,
      })),
      'bad_answer',
      /proof of work/,
    ],
    ['with an invalid tip', alterResult(TIP, () => 'ok'), 'bad_answer', /unexpected answer/],
    [
      'with an invalid history',
      alterResult(HISTORY, () => [{}]),
      'bad_answer',
      /unexpected answer/,
    ],
    [
      'that reports excessive use',
      alterResult(HISTORY, () => new ElectrumError(-101, 'excessive resource usage', true)),
      'rate_limited',
      /excessive resource usage/,
    ],
    [
      'that is busy',
      alterResult(HISTORY, () => new ElectrumError(-102, 'server busy - request timed out')),
      'rate_limited',
      /busy/,
    ],
    [
      NEVER_ANSWERS,
      async (method, _params, honest) => (method === HISTORY ? 'hang' : honest()),
      'unreachable',
      /in time/,
    ],
    [
      'that closes the connection',
      async (method, _params, honest) => (method === HISTORY ? 'cut' : honest()),
      'unreachable',
      /closed the connection/,
    ],
  ])(
    'a server %s is reported as a faulty source, and nothing is stored',
    async (what, behavior, fault, why) => {
      if (what === NEVER_ANSWERS) merchant.shortenTimeouts();
      await expectRefusal(behavior, fault, why);
    },
  );

  it('a transaction that a server concealed is found after the next block if the server is honest again', async () => {
    const id = await paidInBlock();
    merchant.server.announces = false;
    merchant.server.behave(async (method, _params, honest) => {
      if (method === HISTORY) return [];
      return method === 'blockchain.scripthash.subscribe' ? null : honest();
    });
    await merchant.settle();
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
    merchant.server.recover();
    await merchant.node.mine(1);
    await merchant.settle();
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', confirmations: 2 });
  });

  it('a server with unlinked headers is reported as a faulty source, and nothing is stored', async () => {
    await merchant.node.mine(3);
    const before = await merchant.cursor();
    const [, first] = merchant.server.index.blocks;
    merchant.server.behave(
      alterResult(HEADERS, ({ count }: { count: number }) => ({
        count,
        hex: first?.header.repeat(count),
      })),
    );
    merchant.passTime(60_000);
    expect(await merchant.sync()).toMatchObject({ kind: 'failed', fault: 'bad_answer' });
    expect(await merchant.cursor()).toMatchObject({
      height: before?.height,
      lastError: expect.stringContaining('not linked'),
    });
  });

  it('if a server falls back to an older tip, no block is disconnected and no payment changes', async () => {
    const id = await paidInBlock();
    await merchant.settle();
    const before = await merchant.cursor();
    const { blocks } = merchant.server.index;
    const height = blocks.length - 2;
    const older = { height, hex: blocks[height]?.header };
    merchant.server.behave(alterResult(TIP, () => older));
    merchant.passTime(60_000);
    expect(await merchant.sync()).toMatchObject({ kind: 'read', complete: false, disconnected: 0 });
    expect(await merchant.cursor()).toMatchObject({ height: before?.height, hash: before?.hash });
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed' });
  });

  it('a server of another network is rejected', async () => {
    const { host, port } = merchant.server;
    const check = createCertificateCheck(merchant.base.db, 'signet');
    const other = createElectrumSource('signet', { host, port, isTls: false }, check);
    await expect(other.tip()).rejects.toMatchObject({ fault: 'wrong_network' });
  });
});
