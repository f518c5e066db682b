import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { prepareStatement } from '@/db/prepare-statement';
import { chain } from '@/db/schema/chain';
import { createTestDatabase } from '@/test/support/database';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { seededRandom } from '@/test/support/random';

const base = await openForTestFile(createTestDatabase());

const raise = prepareStatement<{ epoch: number }>(sql`
  insert into ${chain} as known (network, epoch) values ('regtest', ${sql.placeholder('to')}::int)
  on conflict (network) do update set epoch = excluded.epoch
  where known.epoch = excluded.epoch - 1 returning epoch`);

it('statements sent concurrently in one transaction run in the order in which they were sent', async () => {
  const random = seededRandom('statements in order');
  const { db } = base;
  await raise(db, { to: 0 });
  for (let round = 0; round < 20; round += 1) {
    const epochs = await db.transaction(async (tx) => {
      // Only on a new connection, the client asks PostgreSQL to describe some statements.
      const read = () =>
        tx
          .select({ epoch: chain.epoch })
          .from(chain)
          .where(eq(chain.network, 'regtest'))
          .for('update')
          .prepare('an epoch')
          .execute();
      let to = round * 20;
      return Promise.all(
        Array.from({ length: 20 }, async () => {
          to += 1;
          const [step, rows] = [to, random.int(0, 1) ? read() : undefined];
          const raised = await raise(tx, { to: step });
          const [seen] = (await rows) ?? [{ epoch: step - 1 }];
          return [seen?.epoch === step - 1, raised[0]?.epoch === step];
        }),
      );
    });
    expect(new Set(epochs.flat())).toEqual(new Set([true]));
  }
});
