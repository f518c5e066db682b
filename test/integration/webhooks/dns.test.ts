import { afterEach, expect, test } from 'vitest';
import { resolveByDns } from '@/lib/webhooks/transport/resolve-host';
import { checkWebhookTarget } from '@/lib/webhooks/transport/target-guard';
import { type DnsReply, type DnsServer, startDns } from '@/test/support/dns';

const NAME = 'shop.example.com';
const LIMIT_MS = 60_000;
const STRICT = { allowPrivate: false };

let server: DnsServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function dnsWith(replies: { A: DnsReply; AAAA: DnsReply }) {
  server = await startDns((type) => replies[type]);
  const { address } = server;
  return (limitMs = LIMIT_MS) => resolveByDns(NAME, limitMs, [address]);
}

test('both the IPv4 and the IPv6 addresses of a name are found', async () => {
  const ask = await dnsWith({ A: ['8.8.8.8', '8.8.4.4'], AAAA: ['2001:4860:4860::8888'] });
  expect(await ask()).toEqual(['8.8.8.8', '8.8.4.4', '2001:4860:4860::8888']);
});

test('a name with addresses of one family returns only those addresses', async () => {
  const ask = await dnsWith({ A: [], AAAA: ['2001:4860:4860::8888'] });
  expect(await ask()).toEqual(['2001:4860:4860::8888']);
});

test('if the AAAA query fails, the A records are still used', async () => {
  const ask = await dnsWith({ A: ['8.8.8.8'], AAAA: 'SERVFAIL' });
  expect(await ask()).toEqual(['8.8.8.8']);
});

test('a name is rejected if its AAAA record is private, even if its A records are public', async () => {
  const ask = await dnsWith({ A: ['8.8.8.8'], AAAA: ['fd00::1'] });
  await expect(
    checkWebhookTarget(`https://${NAME}/`, STRICT, (_name, limitMs) => ask(limitMs)),
  ).rejects.toMatchObject({ code: 'webhook_url_rejected' });
});

test('an unknown host name is reported as unknown', async () => {
  const ask = await dnsWith({ A: 'NXDOMAIN', AAAA: 'NXDOMAIN' });
  await expect(ask()).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

test('a query to a DNS server that never responds ends within the time limit', async () => {
  const ask = await dnsWith({ A: 'silence', AAAA: 'silence' });
  await expect(ask(100)).rejects.toMatchObject({
    code: expect.stringMatching(/^(ETIMEOUT|ECANCELLED)$/),
  });
});
