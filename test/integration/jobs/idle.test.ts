import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '@/db/client';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { readChains } from '@/lib/payments/read-chains';
import { type JobRunner, startJobs } from '@/lib/server/jobs/runner';
import { openTestRuntime, type TestRuntime } from '@/test/support/runtime';
import { openTestMerchant, type TestMerchant, type TestSource } from '@/test/support/test-merchant';
import { until } from '@/test/support/wait';

/** Every query of the jobs, in order, without those of named locks. */
const queries: string[] = [];
let merchant: TestMerchant;
/** Creates payments in another process. */
let other: TestMerchant;
let database: Database;
let runtime: TestRuntime;
let jobs: JobRunner;

const openSandbox: TestSource = ({ db }, clock) => createSandboxSource(db, clock);

beforeAll(async () => {
  merchant = await openTestMerchant(openSandbox);
  await merchant.sync();
  other = await openTestMerchant(openSandbox, 'regtest', Promise.resolve(merchant.base));
  database = openDatabase(merchant.base.url, 4, (text) => {
    queries.push(text);
    return () => {};
  });
  const clock = merchant.now;
  runtime = openTestRuntime(merchant.base.url, clock);
  const sources = new Map([['regtest', createSandboxSource(database.db)] as const]);
  const chains = readChains({ database, sources, clock });
  const { opened } = merchant;
  jobs = await startJobs({ ...runtime, database, db: database.db, sources, chains, opened });
});
afterAll(async () => {
  await jobs?.stop();
  await runtime?.close();
  await database?.close();
  await merchant?.close();
});

/** Whether a query asks if anyone waits for the chain, which happens every 10 s in a rest. */
const asks = (query: string) => query.includes('as quick');
const reads = (query: string) => query.trimStart().startsWith('insert into "chain"');
const countOf = (kind: (query: string) => boolean, from = 0) => queries.slice(from).filter(kind);

/** Until the chain is read again. @returns the questions before that */
async function questionsBeforeRead(): Promise<number> {
  const from = queries.length;
  await until('the chain is read', () => countOf(reads, from).length > 0, 120_000);
  return queries.slice(from, queries.findLastIndex(reads)).filter(asks).length;
}

/** Until it has asked after a read, so that it rests if nobody waits. */
const untilItRests = () =>
  until('it rests', () => queries.findLastIndex(asks) > queries.findLastIndex(reads));

const REST_SECONDS = 25;
/** A lock, its release, and the commit of a read. */
const UNSEEN = 3;

it('an idle server makes less than one query a second, in all', async () => {
  // It reads again once it listens for notifications.
  await until('it has started', () => countOf(reads).length > 1);
  await questionsBeforeRead();
  const from = queries.findLastIndex(reads);
  expect(await questionsBeforeRead()).toBeGreaterThan(1);
  expect(queries.findLastIndex(reads) - from).toBeLessThan(REST_SECONDS - UNSEEN);
});

it('a payment of this process ends the rest at once', async () => {
  await untilItRests();
  const [{ id }, asked] = await Promise.all([merchant.create(), questionsBeforeRead()]);
  expect(asked).toBe(0);
  await merchant.cancel(id);
});

it('a payment of another process ends the rest at the next question', async () => {
  // Late money of the canceled payment is no longer awaited as quickly.
  merchant.passTime(600_000);
  await questionsBeforeRead();
  await untilItRests();
  const [, asked] = await Promise.all([other.create(), questionsBeforeRead()]);
  expect(asked).toBeLessThanOrEqual(2);
});

it('an open payment has the chain read after every question, and no deliveries looked for', async () => {
  const from = queries.length;
  await until('it was read often', () => countOf(reads, from).length >= 8);
  const [asked, read] = [countOf(asks, from).length, countOf(reads, from).length];
  expect(asked).toBeLessThanOrEqual(read + 1);
  expect(countOf((query) => query.includes('delivery_attempt'), from)).toEqual([]);
});
