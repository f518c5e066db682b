import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createEsploraSource } from '@/lib/chain/sources/esplora/esplora';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import type { NodeAccess } from '@/lib/chain/sources/node/exchange';
import { startBitcoind, type TestNode } from '@/test/support/bitcoind';
import { startEsplora } from '@/test/support/esplora-server';
import { NO_WATCHED_SCRIPTS } from '@/test/support/no-watched-scripts';
import { type NodeProxyResponse, startNodeProxy } from '@/test/support/node-proxy';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { startReceiver } from '@/test/support/receiver';
import { startSocksServer } from '@/test/support/socks-server';

const node = await openForTestFile(startBitcoind());
const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-cookie-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sourceOf = (url: URL, access?: NodeAccess) =>
  createBitcoindSource('regtest', url, undefined, 'off', access);
const cookieOf = ({ dataDir }: TestNode) => path.join(dataDir, 'regtest', '.cookie');

function bare(url: string | URL): URL {
  const changed = new URL(url);
  changed.username = '';
  changed.password = '';
  return changed;
}

async function mempoolOf(url: URL): Promise<string[]> {
  const view = await sourceOf(url).mempool(async () => [], [], NO_WATCHED_SCRIPTS);
  return (view?.transactions ?? []).map(({ txid }) => txid).sort();
}

describe('a node’s cookie file', () => {
  it('a cookie file replaces user and password, and is read again after the node renews it', async () => {
    const source = sourceOf(bare(node.url), { cookieFile: cookieOf(node) });
    await source.tip();
    const before = readFileSync(cookieOf(node), 'utf8');
    await node.pause();
    await node.resume();
    expect(readFileSync(cookieOf(node), 'utf8')).not.toBe(before);
    const [tip] = await Promise.all([source.tip(), source.hashAt(1), source.hashAt(2)]);
    expect(tip).toMatchObject({ height: 130 });
  });

  it('a cookie file is reported if the node rejects its user and password', async () => {
    const cookieFile = path.join(folder, 'wrong');
    writeFileSync(cookieFile, '__cookie__:wrong');
    await expect(sourceOf(bare(node.url), { cookieFile }).tip()).rejects.toMatchObject({
      fault: 'unauthorized',
      message: 'the node rejects the user and password in its cookie file',
    });
  });

  it('a missing cookie file is reported, and is read once the node has created it', async () => {
    const cookieFile = path.join(folder, 'late');
    const source = sourceOf(bare(node.url), { cookieFile });
    await expect(source.tip()).rejects.toMatchObject({
      fault: 'no_credentials',
      message:
        'the node’s cookie file cannot be read (ENOENT): start the node, which writes the file, or correct the path',
    });
    writeFileSync(cookieFile, `${readFileSync(cookieOf(node), 'utf8')}\n`);
    await expect(source.tip()).resolves.toMatchObject({ height: 130 });
  });
});

describe('a node’s URL', () => {
  it('a node’s URL keeps its path and query, and a URL without a user sends no Authorization header', async () => {
    const receiver = await startReceiver();
    receiver.respond({ status: 500, body: 'oops' });
    const error = await sourceOf(new URL(receiver.url('/v2/secret?apikey=t0ken')))
      .tip()
      .catch((e: unknown) => e);
    expect(receiver.requests.at(-1)).toMatchObject({ path: '/v2/secret?apikey=t0ken' });
    expect(receiver.requests.at(-1)?.headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/t0ken|secret/);
    await receiver.close();
  });

  it('if a node or Esplora URL returns a web page, the error explains how to correct the URL', async () => {
    const receiver = await startReceiver();
    receiver.respond({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<!DOCTYPE html><html><title>An explorer</title></html>',
    });
    const url = new URL(receiver.url());
    await expect(sourceOf(url).tip()).rejects.toMatchObject({
      fault: 'bad_answer',
      message: expect.stringContaining('leads to a web page (200): write the host and port'),
    });
    const esplora = createEsploraSource('mainnet', url, { lookUpsPerMinute: 600 });
    await expect(esplora.tip()).rejects.toMatchObject({
      fault: 'bad_answer',
      message: expect.stringContaining('sends a web page: add /api to the URL'),
    });
    receiver.respond({ status: 404, body: '<html>not found</html>' });
    await expect(esplora.tip()).rejects.toMatchObject({
      fault: 'bad_answer',
      message: expect.stringContaining('add /api to the URL'),
    });
    await receiver.close();
  });
});

describe('a batch', () => {
  const refusals: [string, (calls: number) => NodeProxyResponse | undefined][] = [
    ['for its size', (calls) => (calls > 3 ? { status: 413 } : undefined)],
    ['for any size', () => ({ status: 413 })],
    ['because a proxy forbids batches', () => ({ status: 403 })],
    [
      'because the software does not support batches',
      () => ({ error: { code: -32_600, message: 'batches are not supported' } }),
    ],
  ];
  it.each(refusals)(
    'if the node refuses a batch of requests %s, the batch is sent in smaller parts',
    async (_why, answer) => {
      for (let n = 0; n < 7; n++) await node.sendTo(await node.address(), 100_000);
      const front = await startNodeProxy(node, (method, calls) =>
        method === 'batch' ? answer(calls.length) : undefined,
      );
      await sourceOf(front.url).tip();
      const all = await mempoolOf(new URL(node.url));
      expect(all.length).toBeGreaterThanOrEqual(7);
      expect(await mempoolOf(front.url)).toEqual(all);
      await node.mine(1);
      await front.close();
    },
  );

  it('a batch of requests is not split when the provider limits the request rate', async () => {
    for (let n = 0; n < 2; n++) await node.sendTo(await node.address(), 100_000);
    const front = await startNodeProxy(node, (method) =>
      method === 'batch' ? { status: 429 } : undefined,
    );
    await expect(mempoolOf(front.url)).rejects.toMatchObject({ fault: 'rate_limited' });
    expect(front.calls('getrawtransaction')).toBe(0);
    await front.close();
  });
});

it('a block is reported as loading while the node has only its header', async () => {
  const other = await startBitcoind({ blocks: 0 });
  const [hash = ''] =
    (await other.rpc<string[]>('generatetoaddress', 1, await node.address())) ?? [];
  const header = await other.rpc<string>('getblockheader', hash, false);
  await node.rpc('submitheader', header);
  await expect(sourceOf(new URL(node.url)).block(hash, {})).rejects.toMatchObject({
    fault: 'loading',
    message: 'the node has not fully downloaded a block yet; it is asked again until it has',
  });
  await other.stop();
});

describe('an onion service', () => {
  const named = (url: string | URL, host: string) => {
    const changed = new URL(url);
    changed.hostname = host;
    return changed;
  };

  it('a node that is an onion service is read through the SOCKS proxy, which resolves the name', async () => {
    const { port } = new URL(node.url);
    const proxy = await startSocksServer({ 'node.onion': Number(port) }, 'tor:pass');
    const source = sourceOf(named(node.url, 'node.onion'), { proxy: proxy.url });
    await expect(source.tip()).resolves.toMatchObject({ height: expect.any(Number) });
    await source.hashAt(1);
    // The second request reused the connection.
    expect(proxy.asked).toEqual([`node.onion:${port}`]);
    await proxy.close();
  });

  it('an Esplora server that is an onion service is read through the SOCKS proxy', async () => {
    const server = await startEsplora(node);
    const proxy = await startSocksServer({ 'esplora.onion': Number(server.url.port) });
    const url = named(server.url, 'esplora.onion');
    const source = createEsploraSource('regtest', url, {
      lookUpsPerMinute: 600,
      proxy: proxy.url,
    });
    const tip = await source.tip();
    expect(tip.hash).toBe(await node.rpc('getbestblockhash'));
    await Promise.all([proxy.close(), server.close()]);
  });

  it('the error for an unknown onion service does not contain the password of the SOCKS proxy', async () => {
    const proxy = await startSocksServer({}, 'tor:s3cret');
    const tip = (url: URL) => sourceOf(new URL('http://x.onion:8332'), { proxy: url }).tip();
    const error = await tip(proxy.url).catch((e: unknown) => e);
    expect(error).toMatchObject({
      fault: 'unreachable',
      message: expect.stringMatching(
        /^no answer from the node at x\.onion:8332: .*HostUnreachable$/,
      ),
    });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('s3cret');
    await proxy.close();
    await expect(tip(proxy.url)).rejects.toMatchObject({
      fault: 'unreachable',
      message: expect.stringMatching(/SOCKS_PROXY opened no connection: connect ECONNREFUSED/),
    });
  });
});
