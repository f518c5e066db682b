import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabase } from '@/db/client';
import { openOutbox } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';

const DELIVERIES = 20;
/** After this many plans of its own, PostgreSQL may keep one for all runs. */
const PLANS = 5;

interface Planned extends Record<string, unknown> {
  readonly own: number;
  readonly kept: number;
}

test('the statement of a turn is planned a few times on a connection, and not at every turn', async () => {
  const [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
  const { db, close } = openDatabase(outbox.base.url, 1);
  receiver.respond({ status: 204 });
  for (let n = 0; n < DELIVERIES; n += 1) await outbox.announceNew(receiver.url());
  expect(await outbox.dispatch({ db, perHost: 1 })).toBe(DELIVERIES);
  const [planned] = await db.execute<Planned>(sql`
    select custom_plans::int as own, generic_plans::int as kept
    from pg_prepared_statements where statement like '%ended as materialized%'`);
  expect(planned?.own).toBe(PLANS);
  expect(planned?.kept).toBeGreaterThanOrEqual(DELIVERIES - PLANS);
  await close();
  await Promise.all([outbox.close(), receiver.close()]);
});
