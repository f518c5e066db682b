import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { webhookHost } from '@/db/schema/endpoints';
import { correctWaits } from '@/lib/webhooks/correct-waits';
import { outboxLag } from '@/lib/webhooks/outbox-lag';
import { type PickedDelivery, takeTurn } from '@/lib/webhooks/take-turn';
import { openOutbox } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';
import { rowsReadBy } from '@/test/support/rows-read';

const DELIVERIES = 20;
/** After this many plans of its own, PostgreSQL may keep one for all runs. */
const PLANS = 5;

interface Planned extends Record<string, unknown> {
  readonly own: number;
  readonly kept: number;
}

test('the statement of a turn is planned a few times on a connection, and not at every turn', async () => {
  const [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
  const { pipeline } = outbox.base.database;
  receiver.respond({ status: 204 });
  for (let n = 0; n < DELIVERIES; n += 1) await outbox.announceNew(receiver.url());
  expect(await outbox.dispatch({ perHost: 1 })).toBe(DELIVERIES);
  const [planned] = await pipeline.execute<Planned>(sql`
    select custom_plans::int as own, generic_plans::int as kept
    from pg_prepared_statements where statement like '%ended as materialized%'`);
  expect(planned?.own).toBe(PLANS);
  expect(planned?.kept).toBeGreaterThanOrEqual(DELIVERIES - PLANS);
  await Promise.all([outbox.close(), receiver.close()]);
});

test('turns that are under way together go on after a migration changed what they return', async () => {
  const outbox = await openOutbox();
  const { db, database } = outbox.base;
  const turn = () =>
    takeTurn(database.pipeline, { ends: [], picks: [], now: outbox.clock(), perHost: 8 });
  for (let n = 0; n <= PLANS; n += 1) await turn();
  await db.execute(sql`alter table delivery alter column url type varchar(4096)`);
  expect(await Promise.all([turn(), turn()])).toMatchObject([{ claims: [] }, { claims: [] }]);
  await outbox.close();
});

test('a turn that was planned while there were no deliveries does not read all of them later', async () => {
  const outbox = await openOutbox();
  const announce = async () =>
    outbox.delivery(await outbox.announceNew('http://127.0.0.1:2001/hooks'));
  await outbox.base.db.transaction(async (tx) => {
    const turn = (picks: readonly PickedDelivery[]) =>
      takeTurn(tx, { ends: [], picks, now: outbox.clock(), perHost: 8 });
    for (let n = 0; n <= PLANS; n += 1) await turn([]);
    const [{ id }, other] = [await announce(), await announce()];
    await tx.execute(sql`
      insert into delivery
      select copy.* from delivery d, generate_series(1, 5000) n,
        jsonb_populate_record(d, jsonb_build_object('id', 'dlv_' || n, 'url', d.url || n)) copy
      where d.id = ${other.id}`);
    const read = await rowsReadBy(tx, 'delivery', async () => {
      const { claims } = await turn([{ id, place: 1 }]);
      expect(claims).toMatchObject([{ deliveryId: id }]);
    });
    expect(read).toBeLessThan(50);
  });
  await outbox.close();
});

test('how late deliveries are is known without a look at those to a paused host', async () => {
  const outbox = await openOutbox();
  const { db } = outbox.base;
  await outbox.announceNew('http://127.0.0.1:2001/works');
  await outbox.announceNew('http://127.0.0.1:2001/works');
  const paused = await outbox.announceNew('http://127.0.0.1:2002/paused');
  const { host } = await outbox.delivery(paused);
  await db.execute(sql`
    insert into delivery
    select copy.* from delivery d, generate_series(1, 5000) n,
      jsonb_populate_record(d, jsonb_build_object('id', 'dlv_' || n, 'url', d.url || n)) copy
    where d.host = ${host}`);
  outbox.passTime(60_000);
  const openUntil = new Date(outbox.clock().getTime() + 1_000);
  await db.update(webhookHost).set({ openUntil }).where(eq(webhookHost.host, host));
  await db.execute(sql`analyze delivery`);
  await db.transaction(async (tx) => {
    const read = await rowsReadBy(tx, 'delivery', async () => {
      expect(await outboxLag(tx, outbox.clock())).toEqual({ due: 2, lagSeconds: 60 });
    });
    expect(read).toBeLessThan(50);
  });
  expect((await outboxLag(db, openUntil)).due).toBe(5_003);
  await outbox.close();
});

test('waits that are too long are looked for without a look at the others', async () => {
  const outbox = await openOutbox();
  const { db } = outbox.base;
  const waiting = await outbox.announceNew('http://127.0.0.1:2001/waits');
  const { id } = await outbox.delivery(waiting);
  await db.execute(sql`
    insert into delivery
    select copy.* from delivery d, generate_series(1, 5000) n,
      jsonb_populate_record(d, jsonb_build_object('id', 'dlv_' || n, 'url', d.url || n,
        'next_attempt_at', d.next_attempt_at + interval '12 hours')) copy
    where d.id = ${id}`);
  await db.execute(sql`analyze`);
  await db.transaction(async (tx) => {
    const read = await rowsReadBy(tx, 'delivery', async () => {
      expect(await correctWaits(tx, outbox.clock())).toBe(0);
    });
    expect(read).toBeLessThan(50);
  });
  await outbox.close();
});
