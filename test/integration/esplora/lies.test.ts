import { afterEach, describe, expect, it } from 'vitest';
import { createEsploraSource } from '@/lib/chain/sources/esplora/esplora';
import { alterResponse, openEsploraMerchant, TIP_HASH_PATH } from '@/test/support/esplora-merchant';
import type { EsploraBehavior, EsploraReply } from '@/test/support/esplora-server';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { LONG_PAUSE_MS } from '@/test/support/server-merchant';

const DAY_S = 86_400;
const NEVER_ANSWERS = 'that never answers';
const RAW_BLOCK = /^\/block\/.*\/raw$/;
const bytesOf = ({ body }: EsploraReply) => Buffer.from(body);

const merchant = await openForTestFile(openEsploraMerchant());
afterEach(async () => {
  merchant.recover();
  merchant.passTime(LONG_PAUSE_MS);
  await merchant.settle();
});

/** Checks that nothing false is stored, and that an honest server restores everything. */
async function expectRefusal(behavior: EsploraBehavior, fault: string, message: RegExp) {
  const { id, address } = await merchant.create({
    requiredConfirmations: 1,
    expiresInSeconds: DAY_S,
  });
  await merchant.node.sendTo(address, 100_000);
  await merchant.node.mine(1);
  const before = await merchant.cursor();
  merchant.server.behave(behavior);
  merchant.passTime(60_000);
  expect(await merchant.sync()).toMatchObject({ kind: 'failed', fault });
  expect(await merchant.cursor()).toMatchObject({
    height: before?.height,
    hash: before?.hash,
    readAt: before?.readAt,
    failures: 1,
    lastError: expect.stringMatching(message),
  });
  expect(await merchant.payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
  merchant.recover();
  merchant.passTime(LONG_PAUSE_MS);
  await merchant.settle();
  expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed' });
  expect(await merchant.cursor()).toMatchObject({ failures: 0, lastError: null });
}

describe('a block', () => {
  it.each<[string, (raw: Buffer) => Buffer, RegExp]>([
    [
      'with a changed transaction',
      (raw) => Buffer.from(raw.fill(raw.readUInt8(raw.length - 1) ^ 1, raw.length - 1)),
      /merkle root/,
    ],
    ['that is truncated', (raw) => raw.subarray(0, -10), /end too early/],
    ['with extra bytes', (raw) => Buffer.concat([raw, Buffer.from([0])]), /follow after the end/],
    ['that is a web page', () => Buffer.from('<html>Just a moment…</html>'), /not valid/],
    ['that is empty', () => Buffer.alloc(0), /end too early/],
    ['larger than any valid block', () => Buffer.alloc(4_000_001), /unexpected answer/],
  ])('a block %s is rejected', async (_what, alter, message) => {
    await expectRefusal(
      alterResponse(RAW_BLOCK, (honest) => ({ ...honest, body: alter(bytesOf(honest)) })),
      'bad_answer',
      message,
    );
  });

  it('a block is rejected if another block was requested', async () => {
    const parent = await merchant.node.rpc<string>('getblock', (await merchant.node.tip()).hash, 0);
    await expectRefusal(
      alterResponse(RAW_BLOCK, (honest) => ({ ...honest, body: Buffer.from(parent, 'hex') })),
      'bad_answer',
      /another block/,
    );
  });

  it('a block is reported as missing if the server does not have it', async () => {
    await expectRefusal(
      alterResponse(RAW_BLOCK, () => ({ status: 404, body: 'Block not found' })),
      'bad_answer',
      /unexpected answer/,
    );
  });

  it('a block that does not link to the previous block changes nothing', async () => {
    await merchant.node.mine(3);
    const before = await merchant.cursor();
    const wrong = await merchant.node.rpc<string>('getblockhash', (before?.height ?? 0) + 2);
    merchant.server.behave(async (path, honest) => {
      if (path === `/block-height/${(before?.height ?? 0) + 1}`)
        return { status: 200, body: wrong };
      return /^\/blocks\/\d+$/.test(path) ? { status: 404, body: '' } : honest();
    });
    merchant.passTime(60_000);
    expect(await merchant.sync()).toMatchObject({ kind: 'read', complete: false, connected: 0 });
    expect(await merchant.cursor()).toMatchObject({ height: before?.height, hash: before?.hash });
  });
});

describe('a server', () => {
  it.each<[string, EsploraBehavior, string, RegExp]>([
    [
      'with an invalid tip hash',
      alterResponse(TIP_HASH_PATH, () => ({ status: 200, body: 'ok' })),
      'bad_answer',
      /tip/,
    ],
    [
      'that sends a page instead of an API',
      alterResponse(TIP_HASH_PATH, () => ({ status: 200, body: 'x'.repeat(100_000) })),
      'bad_answer',
      /unexpected answer/,
    ],
    [
      'that redirects',
      alterResponse(TIP_HASH_PATH, () => ({
        status: 302,
        body: '',
        headers: { location: '/elsewhere' },
      })),
      'bad_answer',
      /redirects/,
    ],
    [
      'that requires a password',
      alterResponse(TIP_HASH_PATH, () => ({ status: 401, body: '' })),
      'no_credentials',
      /the URL has none/,
    ],
    [
      'that fails with 500',
      alterResponse(TIP_HASH_PATH, () => ({ status: 500, body: 'oops' })),
      'unreachable',
      /500/,
    ],
    [
      'that is overloaded',
      alterResponse(TIP_HASH_PATH, () => ({ status: 503, body: '' })),
      'unreachable',
      /503/,
    ],
    [
      'that limits request rates',
      alterResponse(TIP_HASH_PATH, () => ({ status: 429, body: '' })),
      'rate_limited',
      /too many requests/,
    ],
    [
      NEVER_ANSWERS,
      async (path, honest) => (TIP_HASH_PATH.test(path) ? 'hang' : honest()),
      'unreachable',
      /in time/,
    ],
    [
      'that closes the connection',
      async (path, honest) => (RAW_BLOCK.test(path) ? 'cut' : honest()),
      'unreachable',
      /no answer/,
    ],
  ])(
    'a server %s is reported in the chain’s status, and nothing is stored',
    async (what, behavior, fault, message) => {
      if (what === NEVER_ANSWERS) merchant.shortenTimeouts();
      await expectRefusal(behavior, fault, message);
    },
  );

  it('if a server returns an older tip, no block is disconnected and the server is polled again', async () => {
    const { id, address } = await merchant.create({ requiredConfirmations: 2 });
    await merchant.node.sendTo(address, 100_000);
    await merchant.node.mine(2);
    await merchant.settle();
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed' });
    const before = await merchant.cursor();
    const older = await merchant.node.rpc<string>('getblockhash', (before?.height ?? 0) - 1);
    merchant.server.behave(alterResponse(TIP_HASH_PATH, () => ({ status: 200, body: older })));
    merchant.passTime(60_000);
    expect(await merchant.sync()).toMatchObject({ kind: 'read', complete: false, disconnected: 0 });
    expect(await merchant.cursor()).toMatchObject({ height: before?.height, hash: before?.hash });
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', confirmations: 2 });
  });

  it('a server of another network is rejected before any block is requested', async () => {
    const asked = merchant.server.requests.length;
    const other = createEsploraSource('signet', merchant.server.url, { lookUpsPerMinute: 600 });
    await expect(other.tip()).rejects.toMatchObject({
      fault: 'wrong_network',
      message: expect.stringContaining('signet'),
    });
    expect(merchant.server.requests.slice(asked)).toEqual(['/block-height/0']);
  });

  it('a server whose URL leads to no API is reported as sending bad responses', async () => {
    const url = new URL('/nothing', merchant.server.url);
    const other = createEsploraSource('regtest', url, { lookUpsPerMinute: 600 });
    await expect(other.tip()).rejects.toMatchObject({ fault: 'bad_answer' });
  });
});
