import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sandboxBlock } from '@/db/schema/sandbox';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { BLOCKS_SHOWN, newestBlocks } from '@/lib/payments/views/newest-blocks';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openTestMerchant } from '@/test/support/test-merchant';

const merchant = await openForTestFile(
  openTestMerchant(({ db }, clock) => createSandboxSource(db, clock)),
);

test('after the first chain read, every displayed block has the time from its header', async () => {
  await merchant.sync();
  const { db } = merchant.base;
  const shown = await newestBlocks(db, 'regtest');
  expect(shown).toHaveLength(BLOCKS_SHOWN);
  expect(shown.at(-1)?.time).toBeInstanceOf(Date);
  for (const { hash, time } of shown) {
    const [real] = await db.select().from(sandboxBlock).where(eq(sandboxBlock.hash, hash));
    expect([null, real?.time]).toContainEqual(time);
  }
});
