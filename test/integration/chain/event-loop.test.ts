import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '@/test/support/api';
import { forgetBlocksAfter, mineFullBlocks } from '@/test/support/full-blocks';
import { type NodeMerchant, openNodeMerchant } from '@/test/support/node-merchant';
import { minExtraStallMs } from '@/test/support/stall';

const MAX_MS = 20;
const BLOCKS = 3;

let merchant: NodeMerchant;
let api: TestApi;
let before: { height: number; hash: string };

beforeAll(async () => {
  merchant = await openNodeMerchant({ blocks: 160 });
  api = createTestApi(merchant.base, { BITCOIN_REGTEST: 'off' });
  before = await merchant.node.tip();
  for (let n = 0; n < BLOCKS; n += 1) await mineFullBlocks(merchant.node);
});
afterAll(async () => {
  await merchant?.close();
});

const rewind = () => forgetBlocksAfter(merchant.base.db, before);

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

async function catchUp(): Promise<void> {
  await rewind();
  const [result] = await Promise.all([merchant.sync(), requests()]);
  expect(result).toMatchObject({ kind: 'read', complete: true, connected: BLOCKS });
}

test('reading full blocks delays no request', async () => {
  await requests();
  await catchUp();
  const ms = await minExtraStallMs(requests, catchUp, MAX_MS);
  if (process.env.SHOW) process.stdout.write(`@ stalled ${ms.toFixed(1)}\n`);
  expect(ms).toBeLessThanOrEqual(MAX_MS);
});
