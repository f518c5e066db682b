import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '@/db/client';
import { OPERATOR } from '@/lib/domain/actor';
import type { Claim } from '@/lib/webhooks/delivery/claim-deliveries';
import { resendDelivery } from '@/lib/webhooks/delivery/resend-delivery';
import { claimDueDeliveries } from '@/test/support/claim-due-deliveries';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, type Reply, startReceiver } from '@/test/support/receiver';
import { until } from '@/test/support/wait';

const MINUTE = 60_000;

let outbox: Outbox;
let shared: Receiver;
let mine: TestKey;
let theirs: TestKey;

beforeEach(async () => {
  [outbox, shared] = await Promise.all([openOutbox(), startReceiver()]);
  mine = outbox.key;
  theirs = await createTestKey(outbox.base.db);
});

afterEach(async () => {
  await Promise.all([outbox.close(), shared.close()]);
});

const myUrl = () => shared.url('/mine');
const theirUrl = () => shared.url('/theirs');
const requestsTo = (path: string) => shared.requests.filter((request) => request.path === path);

async function announceMany(count: number, url: string, key: TestKey) {
  return Promise.all(Array.from({ length: count }, () => outbox.announceNew(url, key)));
}

/** Responses withheld until the test releases them. */
function heldBack() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    reply: (): Promise<Reply> => released.then(() => ({ status: 204 })),
    releaseAll: () => release(),
  };
}

describe('two merchants with endpoints on one host', () => {
  test('a merchant’s failures pause only that merchant’s deliveries', async () => {
    shared.respond(({ path }) => ({ status: path === '/theirs' ? 500 : 204 }));
    await announceMany(10, theirUrl(), theirs);
    await outbox.dispatch({ perHost: 1 });
    expect(requestsTo('/theirs')).toHaveLength(5);
    await announceMany(10, myUrl(), mine);
    expect(await outbox.dispatch()).toBe(10);
    expect([requestsTo('/mine').length, requestsTo('/theirs').length]).toEqual([10, 5]);
  });

  test('a stalling endpoint of one merchant delays no deliveries of the other merchant', async () => {
    const held = heldBack();
    shared.respond(({ path }) => (path === '/theirs' ? held.reply() : { status: 204 }));
    await announceMany(40, theirUrl(), theirs);
    const dispatched = outbox.dispatch({ maxInFlight: 12, perHost: 8 });
    await until('theirs stall', () => requestsTo('/theirs').length === 8);
    await announceMany(30, myUrl(), mine);
    await until('mine are all sent', () => requestsTo('/mine').length === 30);
    expect(requestsTo('/theirs')).toHaveLength(8);
    held.releaseAll();
    expect(await dispatched).toBe(70);
  });

  test('when a failing host accepts one merchant’s event, only that merchant’s pending deliveries become due', async () => {
    shared.respond({ status: 500 });
    const myWaiting = await outbox.announceNew(myUrl(), mine);
    const theirWaiting = await outbox.announceNew(theirUrl(), theirs);
    await outbox.dispatch();
    shared.respond({ status: 204 });
    await outbox.announceNew(myUrl(), mine);
    expect(await outbox.dispatch()).toBe(2);
    expect(await outbox.delivery(myWaiting)).toMatchObject({ status: 'delivered', attempt: 2 });
    expect(await outbox.delivery(theirWaiting)).toMatchObject({ status: 'pending', attempt: 1 });
  });

  test('when a merchant’s delivery is resent, the host’s pause ends only for that merchant’s deliveries', async () => {
    shared.respond({ status: 500 });
    const [myFirst] = await announceMany(5, myUrl(), mine);
    await announceMany(5, theirUrl(), theirs);
    await outbox.dispatch({ perHost: 1 });
    if (!myFirst) throw new Error('the first of five payments must exist');
    const { id } = await outbox.delivery(myFirst);
    await resendDelivery(outbox.base.db, OPERATOR, id, outbox.clock());
    outbox.passTime(1);
    await announceMany(1, theirUrl(), theirs);
    shared.respond({ status: 204 });
    expect(await outbox.dispatch()).toBe(5);
    expect([requestsTo('/mine').length, requestsTo('/theirs').length]).toEqual([10, 5]);
  });
});

describe('the senders of a process', () => {
  const busy = { maxInFlight: 12, perHost: 100 };

  test('all senders work for one merchant if no other merchant has deliveries', async () => {
    const held = heldBack();
    shared.respond(held.reply);
    await announceMany(30, theirUrl(), theirs);
    const dispatched = outbox.dispatch(busy);
    await until('all senders are busy', () => shared.requests.length === 12);
    held.releaseAll();
    expect(await dispatched).toBe(30);
  });

  test('while all endpoints of one merchant stall, webhooks of other merchants are still sent', async () => {
    const held = heldBack();
    shared.respond(({ path }) => (path === '/theirs' ? held.reply() : { status: 204 }));
    await announceMany(30, theirUrl(), theirs);
    const dispatched = outbox.dispatch(busy);
    await until('theirs stall', () => requestsTo('/theirs').length === 12);
    await announceMany(20, myUrl(), mine);
    await until('mine are all sent', () => requestsTo('/mine').length === 20);
    expect(requestsTo('/theirs')).toHaveLength(12);
    held.releaseAll();
    expect(await dispatched).toBe(50);
  });
});

describe('a claim', () => {
  let databases: Database[];

  beforeEach(() => {
    databases = [1, 2, 3].map(() => openDatabase(outbox.base.url));
  });

  afterEach(async () => {
    await Promise.all(databases.map((database) => database.close()));
  });

  const sharesOf = (claims: readonly Claim[]) =>
    [mine, theirs].map(({ id }) => claims.filter(({ apiKeyId }) => apiKeyId === id).length);
  const claimSome = (limit: number) =>
    claimDueDeliveries(outbox.base.db, outbox.clock, { limit, perHost: 100 });

  test('a claim gives two merchants equal shares, no matter whose deliveries have been due longer', async () => {
    await announceMany(40, theirUrl(), theirs);
    outbox.passTime(MINUTE);
    await announceMany(40, myUrl(), mine);
    expect(sharesOf(await claimSome(10))).toEqual([5, 5]);
    expect(sharesOf(await claimSome(10))).toEqual([5, 5]);
  });

  test('a merchant with many hosts gets no more deliveries per claim than a merchant with one host', async () => {
    for (let n = 0; n < 40; n += 1) await outbox.announceNew(`http://h${n}.example/x`, theirs);
    await announceMany(20, myUrl(), mine);
    expect(sharesOf(await claimSome(12))).toEqual([6, 6]);
  });

  test('a claim gives the unused part of one merchant’s share to the other merchant', async () => {
    await announceMany(40, theirUrl(), theirs);
    await announceMany(2, myUrl(), mine);
    expect(sharesOf(await claimSome(10))).toEqual([2, 8]);
  });

  test('a claim serves both merchants even while other processes claim', async () => {
    await announceMany(40, theirUrl(), theirs);
    await announceMany(40, myUrl(), mine);
    const claims = await Promise.all(
      databases.map(({ db }) => claimDueDeliveries(db, outbox.clock, { limit: 4, perHost: 100 })),
    );
    expect(Math.min(...sharesOf(claims.flat()))).toBeGreaterThan(0);
  });

  test('a claim limits the attempts in progress per merchant and host', async () => {
    await announceMany(20, theirUrl(), theirs);
    await announceMany(20, myUrl(), mine);
    const claims = await claimDueDeliveries(outbox.base.db, outbox.clock, {
      limit: 64,
      perHost: 8,
    });
    expect(sharesOf(claims)).toEqual([8, 8]);
  });
});
