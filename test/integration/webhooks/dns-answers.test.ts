import { afterEach, expect, test } from 'vitest';
import { DnsAnswers } from '@/lib/webhooks/transport/resolve-host';
import { type DnsReply, type DnsServer, startDns } from '@/test/support/dns';
import { endKeeping, newPool, OK, post, serve, used } from '@/test/support/keeping';

const NAME = 'shop.example.com';
const LIMIT_MS = 60_000;

let server: DnsServer | undefined;

afterEach(async () => {
  await endKeeping();
  await server?.close();
  server = undefined;
});

/** Answers of DNS under a clock that a test moves; `queries` counts those for IPv4 addresses. */
async function answersOf(reply: { A: DnsReply; AAAA: DnsReply }, ttlSeconds: number) {
  let nowMs = 1_000;
  let queries = 0;
  server = await startDns((type) => {
    if (type === 'A') queries += 1;
    return reply[type];
  }, ttlSeconds);
  const answers = new DnsAnswers([server.address], () => nowMs);
  return {
    ask: (name = NAME) => answers.resolve(name, LIMIT_MS),
    answers,
    passTime: (ms: number) => {
      nowMs += ms;
    },
    queries: () => queries,
  };
}

test('an answer is kept for its time to live, and asked for again after it', async () => {
  const reply = { A: ['8.8.8.8'], AAAA: ['2001:4860:4860::8888'] };
  const dns = await answersOf(reply, 20);
  expect(await dns.ask()).toEqual(['8.8.8.8', '2001:4860:4860::8888']);
  reply.A = ['9.9.9.9'];
  dns.passTime(19_999);
  expect(await dns.ask()).toEqual(['8.8.8.8', '2001:4860:4860::8888']);
  dns.passTime(2);
  expect(await dns.ask()).toEqual(['9.9.9.9', '2001:4860:4860::8888']);
  expect(dns.queries()).toBe(2);
});

test('no answer is kept for longer than a minute', async () => {
  const dns = await answersOf({ A: ['8.8.8.8'], AAAA: [] }, 86_400);
  await dns.ask();
  dns.passTime(60_001);
  await dns.ask();
  expect(dns.queries()).toBe(2);
});

test.each<[string, { A: DnsReply; AAAA: DnsReply }, number]>([
  ['with a time to live of 0', { A: ['8.8.8.8'], AAAA: [] }, 0],
  ['without that of the other family', { A: ['8.8.8.8'], AAAA: 'SERVFAIL' }, 60],
])('an answer %s is not kept', async (_what, reply, ttlSeconds) => {
  const dns = await answersOf(reply, ttlSeconds);
  expect([await dns.ask(), await dns.ask()]).toEqual([['8.8.8.8'], ['8.8.8.8']]);
  expect(dns.queries()).toBe(2);
});

test('a failure is not kept', async () => {
  const reply: { A: DnsReply; AAAA: DnsReply } = { A: 'NXDOMAIN', AAAA: 'NXDOMAIN' };
  const dns = await answersOf(reply, 60);
  await expect(dns.ask()).rejects.toMatchObject({ code: 'ENOTFOUND' });
  reply.A = ['8.8.8.8'];
  expect(await dns.ask()).toEqual(['8.8.8.8']);
});

test('attempts that begin together ask once, and names do not share answers', async () => {
  const dns = await answersOf({ A: ['8.8.8.8'], AAAA: [] }, 60);
  await Promise.all(Array.from({ length: 10 }, () => dns.ask()));
  expect(dns.queries()).toBe(1);
  await dns.ask('other.example.com');
  expect(dns.queries()).toBe(2);
});

test('after a rebinding the kept connection is used until the answer expires, and never again', async () => {
  const reply = { A: ['127.0.0.1'], AAAA: [] };
  const dns = await answersOf(reply, 30);
  const old = await serve(OK);
  const next = await serve(OK, { host: '127.0.0.2', port: old.port });
  const pool = newPool();
  const url = `http://${NAME}:${old.port}/`;
  const { resolve } = dns.answers;
  await post(url, pool, { resolve });
  reply.A = ['127.0.0.2'];
  expect(await post(url, pool, { resolve })).toMatchObject({ remoteAddress: '127.0.0.1' });
  dns.passTime(30_001);
  expect(await post(url, pool, { resolve })).toMatchObject({ remoteAddress: '127.0.0.2' });
  expect([used(old), used(next)]).toEqual([[1, 1], [1]]);
});

test('after a rebinding to a refused address nothing is sent, not even over a kept connection', async () => {
  const reply = { A: ['127.0.0.1'], AAAA: [] };
  const dns = await answersOf(reply, 30);
  const endpoint = await serve(OK);
  const pool = newPool();
  const url = `http://${NAME}:${endpoint.port}/`;
  const { resolve } = dns.answers;
  const services = [{ hostname: '10.9.9.9', port: endpoint.port }];
  const own = { port: 1, publicHost: 'pay.example.com', machine: () => [], services };
  const policy = { allowPrivate: true, own };
  expect(await post(url, pool, { resolve, policy })).toMatchObject({ ok: true });
  reply.A = ['10.9.9.9'];
  dns.passTime(30_001);
  expect(await post(url, pool, { resolve, policy })).toMatchObject({
    status: null,
    fault: { kind: 'blocked', refusal: { reason: 'own_service' } },
  });
  expect([used(endpoint), pool.idle]).toEqual([[1], 1]);
});
