import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chain } from '@/db/schema/chain';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { toSats } from '@/lib/domain/sats';
import { type JobRunner, startJobs } from '@/lib/server/jobs/runner';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { reserveStablePort } from '@/test/support/reserve-stable-port';
import { openTestRuntime, type TestRuntime } from '@/test/support/runtime';
import { openTestMerchant, type TestMerchant } from '@/test/support/test-merchant';
import { until } from '@/test/support/wait';

let merchant: TestMerchant;
let silent: Receiver;
let slow: Receiver;
let runtime: TestRuntime;
let jobs: JobRunner;

beforeAll(async () => {
  merchant = await openTestMerchant(({ db }, clock) => createSandboxSource(db, clock));
  [silent, slow] = await Promise.all([startReceiver(), startReceiver()]);
  silent.respond('hang');
  slow.respond('drip');
  runtime = openTestRuntime(merchant.base.url, () => new Date(), {
    BITCOIN_REGTEST: 'sandbox',
    BITCOIN_MAINNET: `esplora+${silent.url('/api')}`,
    BITCOIN_SIGNET: `http://user:password@127.0.0.1:${silent.port}`,
    BITCOIN_TESTNET: `esplora+${slow.url('/api')}`,
    BITCOIN_TESTNET4: `http://user:password@127.0.0.1:${await reserveStablePort()}`,
  });
  jobs = await startJobs(runtime);
});
afterAll(async () => {
  // Closing the connections of hanging requests makes the stop immediate.
  await Promise.all([silent?.close(), slow?.close()]);
  await jobs?.stop();
  await runtime?.close();
  await merchant?.close();
});

const rowOf = async (network: 'mainnet' | 'signet' | 'testnet' | 'testnet4') => {
  const [row] = await merchant.base.db.select().from(chain).where(eq(chain.network, network));
  return row;
};
const statusOf = async (id: string) => (await merchant.payment(id)).status;

test('a source that stalls, responds slowly or rejects requests does not delay other networks', async () => {
  await until('both silent sources were asked', () => silent.requests.length >= 2);
  await until('the slow source was asked', () => slow.requests.length >= 1);
  await until('the rejecting source is reported', async () => (await rowOf('testnet4'))?.lastError);

  const { id, address } = await merchant.create({ requiredConfirmations: 2 });
  await payAddress(merchant.base.db, { address, sats: toSats(100_000) }, new Date());
  await until('the payment is detected', async () => (await statusOf(id)) === 'detected');
  await simulateMining(merchant.base.db, { blocks: 2 }, new Date());
  await until('the payment is confirmed', async () => (await statusOf(id)) === 'confirmed');

  // The other networks stalled during the whole test, so nothing of their chains was read.
  for (const network of ['mainnet', 'signet', 'testnet'] as const) {
    const row = await rowOf(network);
    expect([row?.height ?? null, row?.answeredAt ?? null]).toEqual([null, null]);
  }
  expect(await rowOf('testnet4')).toMatchObject({
    height: null,
    lastError: expect.stringContaining('unreachable'),
  });
});
