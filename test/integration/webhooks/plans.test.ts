import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabase } from '@/db/client';
import { type Claim, claimDeliveries } from '@/lib/webhooks/delivery/claim-deliveries';
import { completeAttempts } from '@/lib/webhooks/delivery/complete-attempts';
import { unsentResult } from '@/lib/webhooks/transport/send';
import { openOutbox } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';
import { countRowsRead } from '@/test/support/rows-read';

const DELIVERIES = 20;
/** After this many custom plans, PostgreSQL may reuse one generic plan. */
const PLANS = 5;

interface Planned extends Record<string, unknown> {
  readonly own: number;
  readonly kept: number;
}

test('the statements for claims and completions are planned a few times per connection, not in every run', async () => {
  const [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
  const { db, close } = openDatabase(outbox.base.url, 1);
  receiver.respond({ status: 204 });
  for (let n = 0; n < DELIVERIES; n += 1) await outbox.announceNew(receiver.url());
  expect(await outbox.dispatch({ db, perHost: 1 })).toBe(DELIVERIES);
  const planned = await db.execute<Planned>(sql`
    select custom_plans::int as own, generic_plans::int as kept from pg_prepared_statements
    where statement like '%chosen as materialized%' or statement like '%ended as materialized%'`);
  expect(planned).toHaveLength(2);
  for (const { own, kept } of planned) {
    expect(own).toBe(PLANS);
    expect(kept).toBeGreaterThanOrEqual(DELIVERIES / 2 - PLANS);
  }
  await close();
  await Promise.all([outbox.close(), receiver.close()]);
});

test('claims continue after a migration that changes their columns', async () => {
  const outbox = await openOutbox();
  const { db } = outbox.base;
  const claimNone = () => claimDeliveries(db, [], outbox.clock());
  for (let n = 0; n <= PLANS; n += 1) await claimNone();
  await db.execute(sql`alter table delivery alter column url type varchar(4096)`);
  expect(await Promise.all([claimNone(), claimNone()])).toEqual([[], []]);
  await outbox.close();
});

test('statements that were planned for an empty table do not scan a large table later', async () => {
  const outbox = await openOutbox();
  const announce = async () =>
    outbox.delivery(await outbox.announceNew('http://127.0.0.1:2001/hooks'));
  await outbox.base.db.transaction(async (tx) => {
    const endOf = (one: Claim) => {
      const result = unsentResult({ kind: 'unsigned' }, outbox.clock());
      return { claim: one, result, requestHeaders: {}, at: outbox.clock(), chance: 0.5 };
    };
    const [{ id }, next, other] = [await announce(), await announce(), await announce()];
    const [known] = await claimDeliveries(tx, [id], outbox.clock());
    if (!known) throw new Error('a due delivery can be claimed');
    for (let n = 0; n <= PLANS; n += 1) {
      await claimDeliveries(tx, [], outbox.clock());
      await completeAttempts(tx, [endOf({ ...known, attempt: 9 + n })], false);
    }
    await tx.execute(sql`
      insert into delivery
      select copy.* from delivery d, generate_series(1, 5000) n,
        jsonb_populate_record(d, jsonb_build_object('id', 'dlv_' || n, 'url', d.url || n)) copy
      where d.id = ${other.id}`);
    const read = await countRowsRead(tx, 'delivery', async () => {
      expect(await completeAttempts(tx, [endOf(known)], false)).toEqual(['retry']);
      expect(await claimDeliveries(tx, [next.id], outbox.clock())).toMatchObject([
        { deliveryId: next.id },
      ]);
    });
    expect(read).toBeLessThan(50);
  });
  await outbox.close();
});
