import { afterEach, beforeEach, expect, test } from 'vitest';
import { chainLag } from '@/db/schema/chain';
import { findLags, pruneLags } from '@/lib/chain/chain-lag';
import type { ChainSource } from '@/lib/chain/source';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { lagsOf } from '@/lib/domain/chain-lag';
import { syncChain } from '@/lib/payments/sync-chain';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';

let base: TestDatabase;
let source: ChainSource;
let now: Date;
beforeEach(async () => {
  base = await createTestDatabase();
  now = at('08:05');
  source = createSandboxSource(base.db, () => now);
});
afterEach(() => base.drop());

const at = (time: string) => new Date(`2030-01-01T${time}:00Z`);

async function readAt(moment: Date) {
  now = moment;
  const result = await syncChain(base.database, 'regtest', source, () => now);
  expect(result).toMatchObject({ kind: 'read', complete: true });
}

const HOURS: [Date, ...Date[]] = [at('07:00'), at('08:00'), at('09:00'), at('10:00'), at('11:00')];
const lags = async () => lagsOf(await findLags(base.db, 'regtest', HOURS), HOURS, now);
const rows = () => base.db.$count(chainLag);

test('a chain that is read on time has a row for each quarter of an hour, and no lag', async () => {
  for (const time of ['08:05', '08:06', '08:07', '08:14', '08:15', '08:16']) await readAt(at(time));
  expect(await rows()).toBe(2);
  expect((await lags()).slice(0, 3)).toEqual([null, 7, null]);
});

test('without reads the lag grows until the next read, and the history keeps the lag', async () => {
  await readAt(at('08:05'));
  now = at('10:10');
  expect(await lags()).toEqual([null, 55, 115, 125, 125]);
  await readAt(at('10:10'));
  expect(await lags()).toEqual([null, 55, 115, 125, null]);
  await readAt(at('10:11'));
  expect(await lags()).toEqual([null, 55, 115, 125, null]);
});

test('each network has its own lag history, which is kept for as long as it is shown', async () => {
  await readAt(at('08:05'));
  const day = (date: string) => new Date(`${date}T00:00:00Z`);
  await base.db.insert(chainLag).values([
    { network: 'signet', quarter: at('08:00'), minutes: 99 },
    { network: 'regtest', quarter: day('2028-11-26'), minutes: 1 },
    { network: 'regtest', quarter: day('2028-11-28'), minutes: 1 },
  ]);
  await pruneLags(base.db, day('2030-01-02'));
  expect(await rows()).toBe(3);
  expect((await lags())[1]).toBe(0);
});
