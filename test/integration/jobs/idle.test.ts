import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '@/db/client';
import { createSandboxSource } from '@/lib/chain/sandbox/source';
import { type JobRunner, startJobs } from '@/lib/jobs/runner';
import { readChains } from '@/lib/payments/read-chains';
import { openTestRuntime, type TestRuntime } from '@/test/support/runtime';
import { openTestMerchant, type TestMerchant } from '@/test/support/test-merchant';
import { until } from '@/test/support/wait';

/** Every query of the jobs, in order, without those of named locks. */
const queries: string[] = [];
let merchant: TestMerchant;
let database: Database;
let runtime: TestRuntime;
let jobs: JobRunner;

beforeAll(async () => {
  merchant = await openTestMerchant(({ db }, clock) => createSandboxSource(db, clock));
  await merchant.sync();
  database = openDatabase(merchant.base.url, 4, (text) => {
    queries.push(text);
    return () => {};
  });
  const clock = () => new Date();
  runtime = openTestRuntime(merchant.base.url, clock);
  const sources = new Map([['regtest', createSandboxSource(database.db)] as const]);
  const chains = readChains({ database, sources, clock });
  jobs = await startJobs({ ...runtime, database, db: database.db, sources, chains });
});
afterAll(async () => {
  await jobs?.stop();
  await runtime?.close();
  await database?.close();
  await merchant?.close();
});

/** Whether a query asks if anyone waits for the chain, which happens every 2 s in a rest. */
const asks = (query: string) => query.includes('as quick');
const reads = (query: string) => query.startsWith('insert into "chain"');
const countOf = (kind: (query: string) => boolean, from = 0) => queries.slice(from).filter(kind);

it('an idle server makes about one query a second, in all', async () => {
  // It reads again once it listens for notifications.
  await until('it has started', () => countOf(asks).length > 3);
  const from = queries.length;
  const readBefore = countOf(reads).length;
  await until('it has read the chain again', () => countOf(reads).length > readBefore, 120_000);
  await until('it has asked again', () => asks(queries.at(-1) ?? ''));
  const asked = countOf(asks, from).length;
  expect(asked).toBeGreaterThan(5);
  // It asks every 2 seconds.
  expect((queries.length - from) / asked).toBeLessThan(3);
});

it('a payment of another process ends the rest at the next question', async () => {
  const before = countOf(reads).length;
  await merchant.create();
  const from = queries.length;
  await until('the chain is read', () => countOf(reads).length > before);
  const last = queries.findLastIndex(reads);
  expect(queries.slice(from, last).filter(asks).length).toBeLessThanOrEqual(2);
});

it('an open payment has the chain read after every question, and no deliveries looked for', async () => {
  const from = queries.length;
  await until('it was read often', () => countOf(reads, from).length >= 8);
  const [asked, read] = [countOf(asks, from).length, countOf(reads, from).length];
  expect(asked).toBeLessThanOrEqual(read + 1);
  expect(countOf((query) => query.includes('delivery_attempt'), from)).toEqual([]);
});
