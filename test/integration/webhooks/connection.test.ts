import { readFileSync } from 'node:fs';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Resolve } from '@/lib/webhooks/transport/resolve-host';
import { type SendOptions, send } from '@/lib/webhooks/transport/send';
import { LONG_LIMITS } from '@/test/support/long-limits';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { countSockets } from '@/test/support/sockets';

const NOW = new Date('2026-01-01T00:00:00Z');
const SHORT_LIMITS = { ...LONG_LIMITS, tlsMs: 100 };
const CERTIFICATE = readFileSync('test/vectors/webhooks/tls/certificate.pem', 'utf8');
const KEY = readFileSync('test/vectors/webhooks/tls/key.pem', 'utf8');

const loopback: Resolve = async () => ['127.0.0.1'];

let receiver: Receiver;
const servers: Server[] = [];

beforeEach(async () => {
  receiver = await startReceiver();
});

afterEach(async () => {
  await receiver.close();
  for (const server of servers.splice(0)) server.close();
});

function post(url = receiver.url(), options: Partial<SendOptions> = {}) {
  return send(
    { url, body: '{}', headers: {} },
    { policy: { allowPrivate: true }, now: NOW, limits: LONG_LIMITS, ...options },
  );
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('the connection', () => {
  test('the connection goes to the checked address, even if DNS changes just afterwards', async () => {
    const other = await startReceiver('127.0.0.2', receiver.port);
    const given: string[] = [];
    const rebinding: Resolve = async () => {
      const next = given.length === 0 ? '127.0.0.1' : '127.0.0.2';
      given.push(next);
      return [next];
    };
    const result = await post(`http://shop.example.com:${receiver.port}/`, { resolve: rebinding });
    expect(result).toMatchObject({ ok: true, remoteAddress: '127.0.0.1' });
    expect([given, other.connections]).toEqual([['127.0.0.1'], 0]);
    await other.close();
  });

  test('the request’s Host header contains the host name of the URL', async () => {
    await post(`http://shop.example.com:${receiver.port}/`, { resolve: loopback });
    expect(receiver.requests[0]?.headers.host).toBe(`shop.example.com:${receiver.port}`);
  });

  test('if a checked address refuses the connection, the next checked address is tried', async () => {
    const result = await post(`http://shop.example.com:${receiver.port}/`, {
      resolve: async () => ['127.0.0.3', '127.0.0.1'],
    });
    expect(result).toMatchObject({ ok: true, remoteAddress: '127.0.0.1' });
  });

  test('the connection ignores proxies set in the environment', async () => {
    const proxy = await startReceiver();
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) {
      vi.stubEnv(name, proxy.url());
    }
    expect(await post()).toMatchObject({ ok: true });
    expect(proxy.connections).toBe(0);
    await proxy.close();
  });

  test('the connection is not opened if DNS does not respond in time', async () => {
    const sockets = await countSockets(async () => {
      const result = await post('http://shop.example.com/', {
        resolve: () => new Promise(() => {}),
        limits: { ...LONG_LIMITS, dnsMs: 20 },
      });
      expect(result).toMatchObject({ fault: { kind: 'timeout', stage: 'dns' } });
    });
    expect(sockets).toBe(0);
  });
});

describe('over TLS', () => {
  let port: number;
  const seen: { host: string | undefined; servername: unknown }[] = [];

  beforeEach(async () => {
    seen.length = 0;
    port = await listen(
      createHttps({ cert: CERTIFICATE, key: KEY }, (request, response) => {
        const { servername } = request.socket as Socket & { servername?: unknown };
        seen.push({ host: request.headers.host, servername });
        response.writeHead(204).end();
      }),
    );
  });

  const over = (name: string, ca?: string) =>
    post(`https://${name}:${port}/`, { resolve: loopback, ca });

  test('certificate and server name are checked against the URL’s host name, not the IP address', async () => {
    const result = await over('shop.example.com', CERTIFICATE);
    expect(result).toMatchObject({ ok: true, timings: { tlsMs: expect.any(Number) } });
    expect(seen).toEqual([{ host: `shop.example.com:${port}`, servername: 'shop.example.com' }]);
  });

  test('an IP address in the URL must be named in the certificate', async () => {
    expect(await over('127.0.0.1', CERTIFICATE)).toMatchObject({ ok: true });
    expect(seen).toEqual([{ host: `127.0.0.1:${port}`, servername: false }]);
  });

  test('an untrusted certificate ends the attempt before any byte is sent', async () => {
    expect(await over('shop.example.com')).toMatchObject({
      status: null,
      fault: { kind: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
    expect(seen).toEqual([]);
  });

  test('a certificate for another name ends the attempt', async () => {
    expect(await over('other.example.com', CERTIFICATE)).toMatchObject({
      fault: { kind: 'tls', code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    });
    expect(seen).toEqual([]);
  });

  test('a port that speaks plain HTTP is reported as a TLS fault', async () => {
    const result = await post(`https://127.0.0.1:${receiver.port}/`);
    expect(result).toMatchObject({ fault: { kind: 'tls' } });
  });

  test('if a TLS handshake hangs, the attempt ends after the time limit for handshakes', async () => {
    const silent = await listen(createServer((socket) => socket.on('error', () => {}).resume()));
    const result = await post(`https://127.0.0.1:${silent}/`, { limits: SHORT_LIMITS });
    expect(result).toMatchObject({ fault: { kind: 'timeout', stage: 'tls' } });
  });
});
