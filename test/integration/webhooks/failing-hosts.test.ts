import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { delivery } from '@/db/schema/webhooks';
import { failingHosts } from '@/lib/webhooks/endpoints/failing-hosts';
import { type Outbox, openOutbox } from '@/test/support/outbox';

const DAY_MS = 86_400_000;

let outbox: Outbox;
beforeEach(async () => {
  outbox = await openOutbox();
});
afterEach(() => outbox.close());

type Fields = Partial<typeof delivery.$inferInsert>;

/** A delivery after a failed attempt. */
async function failed(host: string, fields: Fields): Promise<void> {
  const { id } = await outbox.delivery(await outbox.announceNew(`https://${host}/hook`));
  await outbox.base.db
    .update(delivery)
    .set({ attempt: 3, lastError: 'The endpoint returned 500.', ...fields })
    .where(eq(delivery.id, id));
}

const GIVEN_UP: Fields = { status: 'failed', nextAttemptAt: null };

const hosts = async () => {
  const found = await failingHosts(outbox.base.db, [outbox.key.id], outbox.clock());
  return found.map(({ host }) => host);
};

test('hosts that are failing now come first, then hosts whose deliveries were given up, newest first', async () => {
  for (let n = 1; n <= 5; n += 1) {
    for (let times = 0; times < 3; times += 1) await failed(`old${n}.example`, GIVEN_UP);
    outbox.passTime(DAY_MS);
  }
  outbox.passTime(365 * DAY_MS);
  await failed('new.example', GIVEN_UP);
  await failed('now.example', {});
  expect(await hosts()).toEqual([
    'now.example:443',
    'new.example:443',
    'old5.example:443',
    'old4.example:443',
    'old3.example:443',
  ]);
});

test('a host is not listed for deliveries that were given up and marked as done', async () => {
  await failed('handled.example', { ...GIVEN_UP, handled: true });
  expect(await hosts()).toEqual([]);
  await failed('handled.example', GIVEN_UP);
  expect(await hosts()).toEqual(['handled.example:443']);
});
