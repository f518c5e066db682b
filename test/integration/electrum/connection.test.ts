import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import tls from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { SourceError } from '@/lib/chain/source';
import {
  createCertificateCheck,
  forgetCertificates,
} from '@/lib/chain/sources/electrum/certificates';
import { createElectrumSource } from '@/lib/chain/sources/electrum/electrum';
import { startBitcoind } from '@/test/support/bitcoind';
import { createTestDatabase } from '@/test/support/database';
import { ElectrumStandIn, startElectrum } from '@/test/support/electrum-server';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { startSocksServer } from '@/test/support/socks-server';

const tlsFile = (name: string) => readFileSync(`test/vectors/webhooks/tls/${name}`);
const CERTIFICATE = { cert: tlsFile('certificate.pem'), key: tlsFile('key.pem') };

const base = await openForTestFile(createTestDatabase());
const node = await openForTestFile(startBitcoind({ flags: ['-txindex=1'] }));

let now = Date.now();
const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
  await forgetCertificates(base.db, 'regtest');
});

async function standIn(certificate?: { cert: Buffer; key: Buffer }): Promise<ElectrumStandIn> {
  const server = await startElectrum(node, certificate);
  closing.push(server);
  return server;
}

function sourceAt(port: number, isTls = false, timeoutMs = 5_000) {
  const check = createCertificateCheck(base.db, 'regtest');
  const clock = () => new Date(now);
  const server = { host: '127.0.0.1', port, isTls };
  return createElectrumSource('regtest', server, check, { clock, timeoutMs });
}

async function plainServer(respond: (socket: net.Socket) => void): Promise<number> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => respond(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push({
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  });
  return (server.address() as net.AddressInfo).port;
}

describe('a self-signed certificate', () => {
  it('a self-signed certificate is trusted on first use, and a new one only after the operator trusts it', async () => {
    const server = await standIn(CERTIFICATE);
    const tip = await node.tip();
    expect(await sourceAt(server.port, true).tip()).toEqual(tip);
    expect(await sourceAt(server.port, true).tip()).toEqual(tip);
    await server.close();
    const other = new ElectrumStandIn(node, otherCertificate());
    closing.push(other);
    await other.listen(server.port);
    const source = sourceAt(server.port, true);
    await expect(source.tip()).rejects.toMatchObject({
      fault: 'certificate_changed',
      message: expect.stringMatching(/([0-9A-F]{2}:){31}[0-9A-F]{2}.*runbook/),
    });
    expect(other.requests).toEqual([]);
    await forgetCertificates(base.db, 'regtest');
    now += 60_000;
    expect(await source.tip()).toEqual(tip);
  });
});

describe('a certificate that an authority has signed', () => {
  it('a self-signed certificate is refused if the server once had a certificate from a trusted authority', async () => {
    const server = await standIn(otherCertificate());
    const check = createCertificateCheck(base.db, 'regtest');
    const { cert: ca } = otherCertificate();
    const socket = tls.connect({
      host: '127.0.0.1',
      port: server.port,
      servername: 'localhost',
      ca,
    });
    await once(socket, 'secureConnect');
    await check(`127.0.0.1:${server.port}`, socket);
    socket.destroy();
    await expect(sourceAt(server.port, true).tip()).rejects.toMatchObject({
      fault: 'certificate_changed',
    });
  });
});

describe('a connection', () => {
  it('a lost connection is reopened, and the source then returns the new tip', async () => {
    const server = await standIn();
    const source = sourceAt(server.port);
    await source.tip();
    server.cut();
    await node.mine(1);
    await expect
      .poll(() => source.tip().catch((error: SourceError) => error.fault))
      .toEqual(await node.tip());
    expect(server.connections).toBe(2);
  });

  it('a failed connection is retried only after a pause', async () => {
    const server = await standIn();
    const { port } = server;
    const source = sourceAt(port);
    await server.close();
    closing.length = 0;
    await expect(source.tip()).rejects.toMatchObject({ fault: 'unreachable' });
    const later = new ElectrumStandIn(node);
    closing.push(later);
    await later.listen(port);
    await expect(source.tip()).rejects.toMatchObject({ fault: 'unreachable' });
    expect(later.connections).toBe(0);
    now += 1_000;
    expect(await source.tip()).toEqual(await node.tip());
  });

  it('a connection has a limited number of requests in progress, and never batches JSON-RPC requests', async () => {
    const server = await standIn();
    const scripts = Array.from({ length: 300 }, (_, n) => ({
      script: `0014${n.toString(16).padStart(40, '0')}`,
      isActive: true,
      expiresAt: null,
      fromHeight: 0,
    }));
    const source = sourceAt(server.port);
    await source.tip();
    await source.mempool(async () => [], [], {
      current: async () => scripts,
      all: async () => ({ scripts: [], end: undefined }),
      heights: async () => new Map(),
    });
    const subscribed = server.requests.filter((one) => one === 'blockchain.scripthash.subscribe');
    expect(subscribed).toHaveLength(300);
    expect(server.mostInFlight).toBeGreaterThan(1);
    expect(server.mostInFlight).toBeLessThanOrEqual(50);
  });

  it.each<[string, (socket: net.Socket) => void, string, RegExp]>([
    [
      'with HTTP',
      (s) => s.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
      'bad_answer',
      /does not speak/,
    ],
    ['with lists', (s) => s.write('[]\n'), 'bad_answer', /does not speak/],
    [
      'to an unknown request',
      (s) => s.write('{"id":77,"result":1}\n'),
      'bad_answer',
      /was not asked/,
    ],
    ['with nothing', () => {}, 'unreachable', /in time/],
    ['endlessly', (s) => s.write('x'.repeat(9_100_000)), 'bad_answer', /too long a line/],
    ['by hanging up', (s) => s.destroy(), 'unreachable', /closed the connection/],
    [
      'with another protocol version',
      (s) => s.write('{"id":1,"error":{"code":1,"message":"unsupported\\u0007 version"}}\n'),
      'bad_answer',
      /refuses protocol 1.4: unsupported version|refuses protocol 1.4: unsupported {2}version/,
    ],
  ])(
    'a connection to a server that responds %s is reported',
    async (_what, respond, fault, message) => {
      const port = await plainServer(respond);
      const source = sourceAt(port, false, 1_000);
      await expect(source.tip()).rejects.toMatchObject({
        fault,
        message: expect.stringMatching(message),
      });
    },
  );

  it('the error for a TLS connection to a server without TLS contains the setting to use', async () => {
    const server = await standIn();
    await expect(sourceAt(server.port, true).tip()).rejects.toMatchObject({
      fault: 'no_tls',
      message: expect.stringContaining('electrum+tcp://'),
    });
  });

  it('a connection to a closed port fails with an error that contains the host and port', async () => {
    const error = await sourceAt(1)
      .tip()
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(SourceError);
    expect(error).toMatchObject({
      fault: 'unreachable',
      message: 'no answer from the server at 127.0.0.1:1 (ECONNREFUSED)',
    });
  });
});

function otherCertificate() {
  const file = (name: string) => readFileSync(`test/vectors/electrum/${name}`);
  return { cert: file('certificate.pem'), key: file('key.pem') };
}

it.each([
  ['without TLS', undefined],
  ['with TLS', CERTIFICATE],
])('an onion service is read through the SOCKS proxy %s', async (_what, certificate) => {
  const server = await standIn(certificate);
  const proxy = await startSocksServer({ 'electrum.onion': server.port });
  closing.push(proxy);
  const check = createCertificateCheck(base.db, 'regtest');
  const isTls = certificate !== undefined;
  const onion = { host: 'electrum.onion', port: server.port, isTls, proxy: proxy.url };
  const source = createElectrumSource('regtest', onion, check);
  expect((await source.tip()).hash).toBe(await node.rpc('getbestblockhash'));
  expect(proxy.asked).toEqual([`electrum.onion:${server.port}`]);
});
