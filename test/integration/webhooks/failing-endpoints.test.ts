import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { webhookEndpointStanding } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { failingEndpoints } from '@/lib/webhooks/endpoints/failing-endpoints';
import { listEndpoints } from '@/lib/webhooks/endpoints/list-endpoints';
import { pauseEndpoint } from '@/lib/webhooks/endpoints/pause-endpoint';
import { createTestActor } from '@/test/support/actor';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';

const DAY_MS = 86_400_000;

let outbox: Outbox;
let receiver: Receiver;
beforeEach(async () => {
  outbox = await openOutbox();
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await outbox.close();
});

const owner = () => createTestActor(outbox.base.db, outbox.key.merchantId, 'owner');

async function found() {
  const endpoints = await failingEndpoints(outbox.base.db, await owner(), outbox.clock());
  return endpoints.map(({ url, failing, givenUp }) => [new URL(url).pathname, failing, givenUp]);
}

/** Stores a given-up delivery to an endpoint. No attempt to the endpoint fails afterwards. */
async function givenUp(path: string, handled = false): Promise<void> {
  const { id } = await outbox.delivery(await outbox.announceNew(receiver.url(path)));
  await outbox.base.db
    .update(delivery)
    .set({
      status: 'failed',
      held: false,
      nextAttemptAt: null,
      attempt: 30,
      lastError: 'x',
      handled,
    })
    .where(eq(delivery.id, id));
}

test('failing endpoints are listed first, then endpoints with given-up webhooks, most recently given up first', async () => {
  for (let nth = 1; nth <= 5; nth += 1) {
    await givenUp(`/old${nth}`);
    outbox.passTime(DAY_MS);
  }
  await givenUp('/old5');
  receiver.respond({ status: 500 });
  await outbox.announceNew(receiver.url('/now'));
  await outbox.dispatch();
  expect(await found()).toEqual([
    ['/now', true, 0],
    ['/old5', false, 2],
    ['/old4', false, 1],
    ['/old3', false, 1],
    ['/old2', false, 1],
  ]);
});

test('a given-up delivery is listed until two days after its retry window, unless marked as done', async () => {
  await givenUp('/done', true);
  expect(await found()).toEqual([]);
  await givenUp('/done');
  expect(await found()).toEqual([['/done', false, 1]]);
  outbox.passTime(12 * DAY_MS);
  expect(await found()).toEqual([]);
});

test('a paused endpoint is listed if it missed webhooks, and a working one is never listed', async () => {
  receiver.respond(({ path }) => ({ status: path === '/fine' ? 204 : 500 }));
  await outbox.announceNew(receiver.url('/fine'));
  await outbox.announceNew(receiver.url('/broken'));
  await outbox.dispatch();
  expect(await outbox.base.db.$count(webhookEndpointStanding)).toBe(2);
  expect(await found()).toEqual([['/broken', true, 0]]);
  const all = await listEndpoints(
    outbox.base.db,
    await owner(),
    { limit: 9, offset: 0 },
    outbox.clock(),
  );
  const broken = all.endpoints.find(({ url }) => url.endsWith('/broken'));
  await pauseEndpoint(outbox.base.db, await owner(), broken?.id ?? '', outbox.clock());
  expect(await found()).toEqual([]);
  await givenUp('/broken');
  expect(await found()).toEqual([['/broken', false, 1]]);
});
