import { readFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBlock } from '@/lib/bitcoin/check-block';
import { BITCOIN_PARAMETERS } from '@/lib/bitcoin/network';
import { SourceError } from '@/lib/chain/source';
import { createEsploraSource } from '@/lib/chain/sources/esplora/esplora';
import { startBitcoind } from '@/test/support/bitcoind';
import { type Receiver, startReceiver } from '@/test/support/receiver';

const OPTIONS = { lookUpsPerMinute: 600, timeoutMs: 60_000 };

const allOf = (error: unknown): string => {
  const own = JSON.stringify(error, Object.getOwnPropertyNames(error));
  const cause = error instanceof Error ? error.cause : undefined;
  return own + String(error) + (cause === undefined ? '' : allOf(cause));
};

describe('the connection to a server', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver?.close());

  it('the connection sends the credentials of the URL as a header, and keeps the path and query', async () => {
    receiver.respond({ status: 500, body: 'oops' });
    const url = new URL(receiver.url('/secret-path/api/?token=t0ken'));
    url.username = 'al%20ice';
    url.password = 'correct%20horse';
    const error = await createEsploraSource('mainnet', url, OPTIONS)
      .tip()
      .catch((e: unknown) => e);
    expect(receiver.requests.at(-1)).toMatchObject({
      path: '/secret-path/api/block-height/0?token=t0ken',
      headers: {
        authorization: `Basic ${Buffer.from('al ice:correct horse').toString('base64')}`,
      },
    });
    expect(error).toBeInstanceOf(SourceError);
    expect(allOf(error)).toContain('127.0.0.1');
    for (const secret of ['secret-path', 't0ken', 'horse']) {
      expect(allOf(error)).not.toContain(secret);
    }
  });

  it('the error for an unreachable server does not contain the secrets of its URL', async () => {
    const url = new URL('http://alice:correct-horse@127.0.0.1:1/secret-path?token=t0ken');
    const error = await createEsploraSource('mainnet', url, OPTIONS)
      .tip()
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ fault: 'unreachable' });
    for (const secret of ['secret-path', 't0ken', 'correct-horse']) {
      expect(allOf(error)).not.toContain(secret);
    }
  });

  it('a server whose certificate is not trusted is rejected', async () => {
    const file = (name: string) => readFileSync(`test/vectors/webhooks/tls/${name}`);
    let asked = 0;
    const server = https.createServer(
      { cert: file('certificate.pem'), key: file('key.pem') },
      (_request, response) => {
        asked += 1;
        response.end(BITCOIN_PARAMETERS.mainnet.genesisHash);
      },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const source = createEsploraSource('mainnet', new URL(`https://localhost:${port}`), OPTIONS);
    await expect(source.tip()).rejects.toMatchObject({
      fault: 'unreachable',
      message: expect.stringMatching(/SELF_SIGNED|VERIFY|ALTNAME|CERT/),
    });
    expect(asked).toBe(0);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('the identity check of a chain', () => {
  it.each([
    ['mainnet', 'main'],
    ['testnet', 'test'],
    ['testnet4', 'testnet4'],
    ['signet', 'signet'],
    ['regtest', 'regtest'],
  ] as const)(
    'the known genesis hash of %s is the same as in Bitcoin Core',
    async (network, chain) => {
      const node = await startBitcoind({ chain, blocks: 0 });
      try {
        expect(await node.rpc('getblockhash', 0)).toBe(BITCOIN_PARAMETERS[network].genesisHash);
      } finally {
        await node.stop();
      }
    },
  );

  it('whatever the length of the encoded height, the height read from a block’s bytes equals the node’s', async () => {
    const node = await startBitcoind({ blocks: 300 });
    try {
      for (const height of [0, 1, 2, 15, 16, 17, 127, 128, 129, 255, 256, 300]) {
        const hash = await node.rpc<string>('getblockhash', height);
        const raw = Buffer.from(await node.rpc<string>('getblock', hash, 0), 'hex');
        expect(checkBlock(raw, 'regtest')).toMatchObject({ hash, height });
      }
    } finally {
      await node.stop();
    }
  });
});
