import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '@/db/client';
import { createClient } from '@/inngest/client';
import { type Handler, serveInngest } from '@/inngest/serve';
import { startInngestSignals } from '@/inngest/start-inngest-signals';
import { type ChainSource, type PushHandlers, SourceError } from '@/lib/chain/source';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import type { Network } from '@/lib/domain/network';
import { toSats } from '@/lib/domain/sats';
import { createChainReader } from '@/lib/payments/create-chain-reader';
import type { JobContext } from '@/lib/server/jobs/jobs';
import { SIGNING_KEY } from '@/test/support/inngest-call';
import { type InngestServer, startInngestServer } from '@/test/support/inngest-server';
import { openTestRuntime, type TestRuntime } from '@/test/support/runtime';
import { openTestMerchant, type TestMerchant } from '@/test/support/test-merchant';
import { until } from '@/test/support/wait';

let merchant: TestMerchant;
let runtime: TestRuntime;
let database: Database;
let inngest: InngestServer;
let handler: Handler;
let waking: { stop(): Promise<void> };
let asked = 0;
const news = new Map<Network, PushHandlers>();

beforeAll(async () => {
  merchant = await openTestMerchant(({ db }, clock) => createSandboxSource(db, clock));
  await merchant.sync();
  merchant.stopClock();
  runtime = openTestRuntime(merchant.base.url, merchant.now);
  database = openDatabase(merchant.base.url, 4, (text) => {
    if (text.includes('as quick')) asked += 1;
    return () => {};
  });
  const { db } = database;
  const sandbox = createSandboxSource(db, merchant.now);
  const away = () => Promise.reject(new SourceError('unreachable', 'it is away'));
  const sources = new Map<Network, ChainSource>([
    ['regtest', pushing('regtest', sandbox)],
    ['signet', pushing('signet', { ...sandbox, tip: away })],
  ]);
  const chains = createChainReader({ database, sources, clock: merchant.now });
  const own: JobContext = { ...runtime, database, db, sources, chains };
  inngest = await startInngestServer(() => handler);
  const keys = { eventKey: 'an-event-key', signingKey: SIGNING_KEY };
  const client = createClient(own, { isDev: false, baseUrl: inngest.url, ...keys });
  handler = serveInngest(own, client);
  waking = await startInngestSignals(own, client);
  await until(
    'Inngest is notified of the start',
    () => requestsFor('regtest') > 0 && requestsFor('signet') > 0,
  );
});

afterAll(async () => {
  await waking?.stop();
  await Promise.all([inngest?.close(), runtime?.close(), database?.close()]);
  await merchant?.close();
});

function pushing(network: Network, source: ChainSource): ChainSource {
  const listen = (to: PushHandlers) => {
    news.set(network, to);
    return { close: () => news.delete(network) };
  };
  return { ...source, pushed: { listen, unconfirmed: async () => [] } };
}

function requestsFor(network: Network): number {
  return inngest.sent.filter(({ name, data }) => name === 'chain/moved' && data.network === network)
    .length;
}

test('a chain read is requested every few seconds while a payment is open, and only then', async () => {
  await inngest.settle(merchant.now());
  merchant.passTime(30_000);
  const before = { requests: requestsFor('regtest'), asked };
  await until('it has asked twice', () => asked >= before.asked + 2);
  expect(requestsFor('regtest')).toBe(before.requests);
  const { id } = await merchant.create();
  for (const times of [1, 2]) {
    await until(
      `it is notified ${times} times`,
      () => requestsFor('regtest') === before.requests + times,
    );
    await inngest.settle(merchant.now());
    merchant.passTime(5_000);
  }
  await merchant.cancel(id);
});

test('a notification from a source starts an Inngest run that reads only the source’s chain', async () => {
  const { id, address } = await merchant.create();
  const before = { regtest: requestsFor('regtest'), signet: requestsFor('signet') };
  await payAddress(merchant.base.db, { address, sats: toSats(100_000) }, merchant.now());
  await until('Inngest is notified', () => requestsFor('regtest') > before.regtest);
  expect(requestsFor('signet')).toBe(before.signet);
  const { queue } = inngest;
  queue.splice(0, queue.length, ...queue.filter(({ data }) => data.network === 'regtest'));
  await inngest.settle(merchant.now());
  expect((await merchant.payment(id)).status).toBe('detected');
  expect(inngest.failures).toEqual([]);
});

test('a flood of notifications is sent to Inngest as one event', async () => {
  const before = requestsFor('signet');
  for (const floods of [1, 2, 3]) {
    for (let nth = 0; nth < 500; nth++) news.get('signet')?.onMove();
    await until(`flood ${floods} is sent`, () => requestsFor('signet') >= before + floods);
    expect(requestsFor('signet')).toBe(before + floods);
  }
});
