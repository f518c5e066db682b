import { afterEach, describe, expect, test } from 'vitest';
import type { Resolve } from '@/lib/webhooks/transport/resolve-host';
import {
  closeServersAndPools,
  connectionNumbers,
  FAILURE_RESPONSE,
  newPool,
  OK_RESPONSE,
  postOverPool,
  startTrackedServer,
  TLS_OPTIONS,
} from '@/test/support/keeping';
import { LONG_LIMITS } from '@/test/support/long-limits';

afterEach(closeServersAndPools);

describe('a kept connection', () => {
  test('a kept connection is reused only for the merchant that it was opened for', async () => {
    const server = await startTrackedServer(OK_RESPONSE);
    const pool = newPool();
    await postOverPool(server.url, pool, { merchantId: 'mer_1' });
    const other = await postOverPool(server.url, pool, { merchantId: 'mer_2' });
    expect(other.timings.connectMs).not.toBeNull();
    await postOverPool(server.url, pool, { merchantId: 'mer_1' });
    expect(connectionNumbers(server)).toEqual([1, 2, 1]);
  });

  test('a kept connection is reused only for the host name that it was opened for', async () => {
    const server = await startTrackedServer(OK_RESPONSE, { tls: TLS_OPTIONS });
    const pool = newPool();
    const resolve: Resolve = async () => ['127.0.0.1'];
    const name = (host: string) => `https://${host}:${server.port}/`;
    expect(await postOverPool(name('shop.example.com'), pool, { resolve })).toMatchObject({
      ok: true,
    });
    expect(await postOverPool(name('other.example.com'), pool, { resolve })).toMatchObject({
      fault: { kind: 'tls', code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    });
    expect(connectionNumbers(server)).toEqual([1]);
  });

  test('a kept connection is reused only for the scheme that it was opened for', async () => {
    const server = await startTrackedServer(OK_RESPONSE);
    const pool = newPool();
    await postOverPool(server.url, pool);
    const limits = { ...LONG_LIMITS, tlsMs: 100 };
    const secure = await postOverPool(server.url.replace('http', 'https'), pool, { limits });
    expect(secure).toMatchObject({ fault: { kind: 'timeout', stage: 'tls' } });
    expect(connectionNumbers(server)).toEqual([1]);
  });

  test('a kept connection is reused only with the certificate authorities that it was opened with', async () => {
    const server = await startTrackedServer(OK_RESPONSE, { tls: TLS_OPTIONS });
    const pool = newPool();
    await postOverPool(server.url, pool);
    expect(await postOverPool(server.url, pool, { ca: undefined })).toMatchObject({
      fault: { kind: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
    expect(connectionNumbers(server)).toEqual([1]);
  });

  test('a kept connection is reused only while the webhook policy allows its address', async () => {
    const server = await startTrackedServer(OK_RESPONSE);
    const pool = newPool();
    await postOverPool(server.url, pool);
    expect(await postOverPool(server.url, pool, { policy: { allowPrivate: false } })).toMatchObject(
      {
        fault: { kind: 'blocked' },
      },
    );
    expect(connectionNumbers(server)).toEqual([1]);
  });
});

describe('when DNS changes, a kept connection', () => {
  test('a kept connection is not used if its address is no longer among the DNS records of the name', async () => {
    const old = await startTrackedServer(OK_RESPONSE);
    const next = await startTrackedServer(FAILURE_RESPONSE, { host: '127.0.0.2', port: old.port });
    const pool = newPool();
    let addresses = ['127.0.0.1'];
    const resolve: Resolve = async () => addresses;
    const url = `http://shop.example.com:${old.port}/`;
    await postOverPool(url, pool, { resolve });
    addresses = ['127.0.0.2'];
    expect(await postOverPool(url, pool, { resolve })).toMatchObject({
      status: 500,
      remoteAddress: '127.0.0.2',
    });
    expect([connectionNumbers(old), connectionNumbers(next)]).toEqual([[1], [1]]);
  });

  test('a kept connection is used if DNS returns the same addresses in another order', async () => {
    const server = await startTrackedServer(OK_RESPONSE);
    const pool = newPool();
    let addresses = ['127.0.0.1', '127.0.0.3'];
    const resolve: Resolve = async () => addresses;
    const url = `http://shop.example.com:${server.port}/`;
    await postOverPool(url, pool, { resolve });
    addresses = addresses.toReversed();
    await postOverPool(url, pool, { resolve });
    expect(connectionNumbers(server)).toEqual([1, 1]);
  });

  test('a kept connection is not used if one of the new addresses in DNS is forbidden', async () => {
    const server = await startTrackedServer(OK_RESPONSE);
    const pool = newPool();
    const own = { port: 1, publicHosts: ['pay.example.com'], machine: () => [] };
    const service = { hostname: '10.9.9.9', port: server.port };
    const policy = { allowPrivate: true, own: { ...own, services: [service] } };
    const url = `http://shop.example.com:${server.port}/`;
    let addresses = ['127.0.0.1'];
    const resolve: Resolve = async () => addresses;
    expect(await postOverPool(url, pool, { resolve, policy })).toMatchObject({ ok: true });
    addresses = ['127.0.0.1', '10.9.9.9'];
    expect(await postOverPool(url, pool, { resolve, policy })).toMatchObject({
      fault: { kind: 'blocked' },
    });
    expect(connectionNumbers(server)).toEqual([1]);
  });

  test('a kept connection is not used if the name no longer has an address', async () => {
    const server = await startTrackedServer(OK_RESPONSE);
    const pool = newPool();
    const url = `http://shop.example.com:${server.port}/`;
    await postOverPool(url, pool, { resolve: async () => ['127.0.0.1'] });
    expect(await postOverPool(url, pool, { resolve: async () => [] })).toMatchObject({
      fault: { kind: 'dns', code: 'ENODATA' },
    });
    expect(connectionNumbers(server)).toEqual([1]);
  });
});
