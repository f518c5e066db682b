import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '@/test/support/api';
import { mineFull, rewindTo } from '@/test/support/full-blocks';
import { type NodeMerchant, openNodeMerchant } from '@/test/support/node-merchant';
import { busyMs, stallBeyond } from '@/test/support/stall';
import { openTestThread, type TestThread } from '@/test/support/test-thread';
import { buildChainThread, type ThreadFile } from '@/test/support/worker-file';

const MOST_MS = 20;
const BLOCKS = 3;

let file: ThreadFile;
let merchant: NodeMerchant;
let api: TestApi;
let reading: TestThread;
let before: { height: number; hash: string };

beforeAll(async () => {
  [file, merchant] = await Promise.all([buildChainThread(), openNodeMerchant({ blocks: 160 })]);
  api = createTestApi(merchant.base, { BITCOIN_REGTEST: 'off' });
  const env = { DATABASE_URL: merchant.base.url, BITCOIN_REGTEST: merchant.node.url };
  reading = openTestThread(file, env);
  before = await merchant.node.tip();
  for (let n = 0; n < BLOCKS; n += 1) await mineFull(merchant.node);
});
afterAll(async () => {
  await reading?.thread.close();
  file?.remove();
  await merchant?.close();
});

/** Makes the full blocks unread again. */
const rewind = () => rewindTo(merchant.base.db, before);

const requests = () =>
  Promise.all(
    Array.from({ length: 20 }, () =>
      api.call({
        path: '/v1/btc/payments',
        key: merchant.key.apiKey,
        body: { amount_sats: 1_000 },
      }),
    ),
  );

/** Requests while a catch-up on the full blocks is read. */
const during = (read: () => Promise<unknown>) => async () => {
  await rewind();
  const [result] = await Promise.all([read(), requests()]);
  expect(result).toMatchObject({ kind: 'read', complete: true, connected: BLOCKS });
};

test('no request is held up while full blocks are read', async () => {
  await requests();
  const catchUp = during(() => reading.thread.sync('regtest'));
  await catchUp();
  const ms = await stallBeyond(requests, catchUp, MOST_MS);
  if (process.env.SHOW) process.stdout.write(`@ on the thread ${ms.toFixed(1)}\n`);
  expect(ms).toBeLessThanOrEqual(MOST_MS);
});

test('full blocks cost the thread of the requests a quarter of what reading them takes, at most', async () => {
  const cost = async (read: () => Promise<unknown>) => {
    await rewind();
    const began = busyMs();
    expect(await read()).toMatchObject({ kind: 'read', connected: BLOCKS });
    return busyMs() - began;
  };
  const own: number[] = [];
  const elsewhere: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    own.push(await cost(merchant.sync));
    elsewhere.push(await cost(() => reading.thread.sync('regtest')));
  }
  if (process.env.SHOW) process.stdout.write(`@ cost ${[...own, ...elsewhere].join(' ')}\n`);
  expect(Math.min(...elsewhere) / Math.min(...own)).toBeLessThan(0.25);
});
