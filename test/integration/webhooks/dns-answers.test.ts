import { afterEach, expect, test } from 'vitest';
import {
  createSharedResolver,
  type Resolve,
  resolveByDns,
} from '@/lib/webhooks/transport/resolve-host';
import { type DnsReply, type DnsServer, startDns } from '@/test/support/dns';
import {
  closeServersAndPools,
  newPool,
  OK_RESPONSE,
  postOverPool,
  startTrackedServer,
} from '@/test/support/keeping';
import { until } from '@/test/support/wait';

const NAME = 'shop.example.com';
const LIMIT_MS = 60_000;

let server: DnsServer | undefined;

afterEach(async () => {
  await closeServersAndPools();
  await server?.close();
  server = undefined;
});

/** Shares the answers of a DNS server; `queries` counts its IPv4 queries. */
async function answersOf(reply: { A: DnsReply; AAAA: DnsReply }, sharedMs = 60_000) {
  let queries = 0;
  const dns = await startDns((type) => {
    if (type === 'A') queries += 1;
    return reply[type];
  });
  server = dns;
  const byServer: Resolve = (name, limitMs) => resolveByDns(name, limitMs, [dns.address]);
  const resolve = createSharedResolver(byServer, sharedMs);
  return { resolve, ask: (name = NAME) => resolve(name, LIMIT_MS), queries: () => queries };
}

test('concurrent attempts share one DNS query for each name', async () => {
  const dns = await answersOf({ A: ['8.8.8.8'], AAAA: [] });
  await Promise.all(Array.from({ length: 10 }, () => dns.ask()));
  await dns.ask();
  expect(dns.queries()).toBe(1);
  await dns.ask('other.example.com');
  expect(dns.queries()).toBe(2);
});

test('a changed DNS record is used for the next attempt', async () => {
  const reply = { A: ['8.8.8.8'], AAAA: [] };
  const dns = await answersOf(reply, 1);
  expect(await dns.ask()).toEqual(['8.8.8.8']);
  reply.A = ['9.9.9.9'];
  await until('the new address', async () => (await dns.ask())[0] === '9.9.9.9');
});

test('concurrent attempts share a failed DNS query only while it is in progress', async () => {
  const reply: { A: DnsReply; AAAA: DnsReply } = { A: 'NXDOMAIN', AAAA: 'NXDOMAIN' };
  const dns = await answersOf(reply);
  await expect(dns.ask()).rejects.toMatchObject({ code: 'ENOTFOUND' });
  reply.A = ['8.8.8.8'];
  expect(await dns.ask()).toEqual(['8.8.8.8']);
});

test('after a DNS change to another allowed address, the kept connection is not used again', async () => {
  const reply = { A: ['127.0.0.1'], AAAA: [] };
  const { resolve } = await answersOf(reply, 1);
  const old = await startTrackedServer(OK_RESPONSE);
  const next = await startTrackedServer(OK_RESPONSE, { host: '127.0.0.2', port: old.port });
  const pool = newPool();
  const url = `http://${NAME}:${old.port}/`;
  await postOverPool(url, pool, { resolve });
  reply.A = ['127.0.0.2'];
  await until('the new address', async () => {
    const { remoteAddress } = await postOverPool(url, pool, { resolve });
    return remoteAddress === '127.0.0.2';
  });
  const before = old.requests.length;
  expect(await postOverPool(url, pool, { resolve })).toMatchObject({ remoteAddress: '127.0.0.2' });
  expect([old.requests.length, next.requests.length]).toEqual([before, 2]);
});

test('after a DNS change to a forbidden address, nothing is sent, even over a kept connection', async () => {
  const reply = { A: ['127.0.0.1'], AAAA: [] };
  const { resolve } = await answersOf(reply, 1);
  const endpoint = await startTrackedServer(OK_RESPONSE);
  const pool = newPool();
  const url = `http://${NAME}:${endpoint.port}/`;
  const services = [{ hostname: '10.9.9.9', port: endpoint.port }];
  const own = { port: 1, publicHosts: ['pay.example.com'], machine: () => [], services };
  const policy = { allowPrivate: true, own };
  expect(await postOverPool(url, pool, { resolve, policy })).toMatchObject({ ok: true });
  reply.A = ['10.9.9.9'];
  await until('the refusal', async () => {
    const { fault } = await postOverPool(url, pool, { resolve, policy });
    return fault?.kind === 'blocked' && fault.refusal.reason === 'own_service';
  });
  const before = endpoint.requests.length;
  expect(await postOverPool(url, pool, { resolve, policy })).toMatchObject({ status: null });
  expect([endpoint.requests.length, pool.idle]).toEqual([before, 1]);
});
