import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '@/db/client';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { createChainReader } from '@/lib/payments/create-chain-reader';
import { type JobRunner, startJobs } from '@/lib/server/jobs/runner';
import { openTestRuntime, type TestRuntime } from '@/test/support/runtime';
import { openTestMerchant, type TestMerchant, type TestSource } from '@/test/support/test-merchant';
import { until } from '@/test/support/wait';

const queries: string[] = [];
let merchant: TestMerchant;
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
  const chains = createChainReader({ database, sources, clock });
  const { newPayments } = merchant;
  jobs = await startJobs({ ...runtime, database, db: database.db, sources, chains, newPayments });
});
afterAll(async () => {
  await jobs?.stop();
  await runtime?.close();
  await database?.close();
  await merchant?.close();
});

/** Whether a query checks for open payments, which happens every 10 s while idle. */
const asks = (query: string) => query.includes('as quick');
const reads = (query: string) => query.trimStart().startsWith('insert into "chain"');
const countOf = (kind: (query: string) => boolean, from = 0) => queries.slice(from).filter(kind);

/** Waits for the next chain read; returns the number of checks before it. */
async function questionsBeforeRead(): Promise<number> {
  const from = queries.length;
  await until('the chain is read', () => countOf(reads, from).length > 0, 120_000);
  return queries.slice(from, queries.findLastIndex(reads)).filter(asks).length;
}

/** The jobs are idle once they have checked for open payments after a chain read. */
const untilItRests = () =>
  until('it rests', () => queries.findLastIndex(asks) > queries.findLastIndex(reads));

const REST_SECONDS = 25;
/** Queries that are not recorded: a lock, its release, and the commit of a read. */
const UNSEEN = 3;

it('an idle server makes less than one query a second in total', async () => {
  // A starting server reads a second time once it listens for notifications.
  await until('it has started', () => countOf(reads).length > 1);
  await questionsBeforeRead();
  const from = queries.findLastIndex(reads);
  expect(await questionsBeforeRead()).toBeGreaterThan(1);
  expect(queries.findLastIndex(reads) - from).toBeLessThan(REST_SECONDS - UNSEEN);
});

it('a payment created in this process ends the idle phase of the jobs immediately', async () => {
  await untilItRests();
  const [{ id }, asked] = await Promise.all([merchant.create(), questionsBeforeRead()]);
  expect(asked).toBe(0);
  await merchant.cancel(id);
});

it('a payment created in another process ends the idle phase of the jobs at the next check', async () => {
  // After this time, late outputs to the canceled payment are polled less often.
  merchant.passTime(600_000);
  await questionsBeforeRead();
  await untilItRests();
  const [, asked] = await Promise.all([other.create(), questionsBeforeRead()]);
  expect(asked).toBeLessThanOrEqual(2);
});

it('while a payment is open, the jobs read the chain at each check, without querying deliveries', async () => {
  const from = queries.length;
  await until('it was read often', () => countOf(reads, from).length >= 8);
  const [asked, read] = [countOf(asks, from).length, countOf(reads, from).length];
  expect(asked).toBeLessThanOrEqual(read + 1);
  expect(countOf((query) => query.includes('delivery_attempt'), from)).toEqual([]);
});
