import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { membership, userSession } from '@/db/schema/people';
import { changeRole } from '@/lib/accounts/change-role';
import { endSession } from '@/lib/accounts/open-session';
import { removeMember } from '@/lib/accounts/remove-member';
import { revokeSession } from '@/lib/accounts/revoke-sessions';
import { switchMerchant } from '@/lib/accounts/switch-merchant';
import type { Member } from '@/lib/domain/actor';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { createTestActor } from '@/test/support/actor';
import { createTestApi, type TestApi } from '@/test/support/api';
import { collectEvents, type ReceivedEvents } from '@/test/support/event-stream';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';
import { signInAgain } from '@/test/support/users';
import { until } from '@/test/support/wait';

let api: TestApi;
let key: TestKey;
let owner: Member;
let open: ReceivedEvents[];

const [outbox, receiver] = await Promise.all([
  openForTestFile(openOutbox()),
  openForTestFile(startReceiver()),
]);

/** Each test has its own merchant, so that it receives no changes of other tests. */
beforeEach(async () => {
  api = createTestApi(outbox.base);
  key = await createTestKey(outbox.base.db);
  owner = await createTestActor(outbox.base.db, key.merchantId, 'owner');
  open = [];
});
afterEach(async () => {
  for (const stream of open) await stream.leave();
  api.endStreams();
});

const EVENTS = { path: '/api/dashboard/events' };

async function listen(as = owner, peer = '192.0.2.1'): Promise<ReceivedEvents> {
  const { status, stream } = await api.open({ ...EVENTS, as, peer });
  if (status !== 200 || !stream) throw new Error(`answered ${status}`);
  const heard = collectEvents(stream);
  open.push(heard);
  await until('it is notified to read everything', () => heard.lines('changed').includes('all'));
  return heard;
}

const hears = (stream: ReceivedEvents, change: string) =>
  until(`it is notified of "${change}"`, () => stream.lines('changed').includes(change));

async function create(of = key): Promise<PaymentResponse> {
  const { json } = await api.call({
    path: '/v1/btc/payments',
    key: of.apiKey,
    body: { amount_sats: 100_000 },
  });
  return json;
}

describe('an open dashboard', () => {
  it('an open dashboard is notified of a new payment, and of a change of that payment', async () => {
    const stream = await listen();
    const { id } = await create();
    await hears(stream, `payment ${id}`);
    const before = stream.lines('changed').length;
    await api.call({ path: `/v1/btc/payments/${id}/cancel`, key: key.apiKey, body: {} });
    await until('it is notified again', () =>
      stream.lines('changed').slice(before).includes(`payment ${id}`),
    );
  });

  it('an open dashboard is notified of a payment’s delivery attempts, even for a viewer', async () => {
    const viewer = await createTestActor(outbox.base.db, key.merchantId, 'viewer');
    const streams = [await listen(), await listen(viewer)];
    const { id } = await outbox.announceNew(receiver.url('/changes'), key);
    await outbox.dispatch();
    for (const stream of streams) await hears(stream, `delivery ${id}`);
  });

  it('an open dashboard is notified of changes to keys, the team and the audit log', async () => {
    const stream = await listen();
    const signIn = { as: owner, method: 'PATCH' };
    const path = `/api/dashboard/keys/${key.id}`;
    expect((await api.call({ ...signIn, path, body: { name: 'Renamed' } })).status).toBe(200);
    await hears(stream, 'keys');
    await hears(stream, 'audit');
    await api.call({ ...signIn, path: '/api/dashboard/settings/merchant', body: { name: 'Shop' } });
    await hears(stream, 'people');
  });

  it('an open dashboard is notified of many concurrent changes in a few combined messages', async () => {
    const stream = await listen();
    await Promise.all(Array.from({ length: 200 }, () => create()));
    await hears(stream, 'payments');
    expect(stream.lines('changed').length).toBeLessThan(150);
  });

  it('if a database notification or a connection is lost, an open dashboard still learns of new payments', async () => {
    const stream = await listen();
    await create();
    const before = stream.lines('changed').length;
    // Commits without a notification, like a process that is killed right after its commit.
    await outbox.addPayment(null, key);
    const isRead = () => stream.lines('changed').slice(before).includes('all');
    await until('it reads everything again', isRead, 120_000);
    const later = stream.lines('changed').length;
    await outbox.base.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen %'`);
    await until('it reads everything again', () =>
      stream.lines('changed').slice(later).includes('all'),
    );
    const { id } = await create();
    await hears(stream, `payment ${id}`);
  });
});

it('a merchant is not notified of another merchant’s changes', async () => {
  const other = await createTestKey(outbox.base.db);
  const stranger = await listen(await createTestActor(outbox.base.db, other.merchantId));
  const mine = await listen();
  const payment = await create();
  await outbox.announceNew(receiver.url('/strangers'), key);
  await outbox.dispatch();
  await api.call({ path: `/v1/btc/payments/${payment.id}/cancel`, key: key.apiKey, body: {} });
  await hears(mine, `payment ${payment.id}`);
  // This change comes last, so every earlier change has arrived with it.
  const { id } = await create(other);
  await hears(stranger, `payment ${id}`);
  const received = new Set(stranger.lines('changed').filter((change) => change !== 'read'));
  expect([...received].sort()).toEqual(['all', `payment ${id}`]);
});

describe('a stream', () => {
  const ends = (stream: ReceivedEvents) => until('the stream ends', () => stream.hasEnded());

  it.each([
    ['its session is revoked', (actor: Member) => revokeOwn(actor)],
    [
      'its user signs out',
      (actor: Member) => endSession(outbox.base.db, actor.sessionId, new Date()),
    ],
    [
      'its session shows another merchant',
      async (actor: Member) => {
        const { merchantId } = await createTestKey(outbox.base.db);
        const row = {
          merchantId,
          userId: actor.userId,
          role: 'owner',
          createdAt: new Date(),
        } as const;
        await outbox.base.db.insert(membership).values(row);
        await switchMerchant(outbox.base.db, actor, merchantId);
      },
    ],
    [
      'its user gets another role',
      (actor: Member) =>
        changeRole(outbox.base.db, owner, { userId: actor.userId, role: 'viewer' }, new Date()),
    ],
    [
      'its user leaves the team',
      (actor: Member) => removeMember(outbox.base.db, owner, actor.userId, new Date()),
    ],
  ])('a stream of changes ends when %s, and then sends nothing more', async (_, act) => {
    const member = await createTestActor(outbox.base.db, key.merchantId, 'member');
    const [stays, goes] = [await listen(), await listen(member)];
    await act(member);
    const { id } = await create();
    await hears(stays, `payment ${id}`);
    await ends(goes);
    expect(goes.lines('changed')).not.toContain(`payment ${id}`);
  });

  it('a stream of changes ends even if no notification reports that its session has expired or was revoked', async () => {
    const stream = await listen();
    await outbox.base.db.update(userSession).set({ revokedAt: new Date() });
    await ends(stream);
  });

  it('when the process stops, streams of changes end and new streams are refused', async () => {
    const stream = await listen();
    api.endStreams();
    await ends(stream);
    const { status, headers } = await api.open({ ...EVENTS, as: owner });
    expect([status, Number(headers['retry-after']) > 0]).toEqual([503, true]);
  });
});

async function revokeOwn(actor: Member): Promise<void> {
  const elsewhere = await signInAgain(outbox.base.db, actor.userId);
  await revokeSession(outbox.base.db, { ...actor, ...elsewhere }, actor.sessionId, new Date());
}

describe('the limit on streams', () => {
  async function fill(as: (nth: number) => Member, peer: (nth: number) => string) {
    for (let nth = 0; nth < 1_000; nth += 1) {
      const { status, stream, body } = await api.open({ ...EVENTS, as: as(nth), peer: peer(nth) });
      if (!stream) return { opened: nth, status, detail: JSON.parse(body).detail };
      open.push(collectEvents(stream));
    }
    throw new Error('never refused');
  }
  const peerOf = (nth: number) => `192.0.2.${nth % 250}`;

  it('a browser that has reached its limit of streams gets 429 for the next stream', async () => {
    const { opened, status, detail } = await fill(() => owner, peerOf);
    expect([opened >= 2 && opened <= 4, status]).toEqual([true, 429]);
    expect(detail).toContain('browser');
    await open[0]?.leave();
    expect((await api.open({ ...EVENTS, as: owner })).status).toBe(200);
  });

  it('a user or IP address with too many streams gets 429, and other users are not affected', async () => {
    const session = (nth: number) => ({ ...owner, sessionId: `ses_${nth}` });
    const user = await fill(session, peerOf);
    expect([user.opened >= 10, user.status]).toEqual([true, 429]);
    expect(user.detail).toContain('user');
    const anyone = (nth: number) => ({ ...session(nth), userId: `usr_${nth}` });
    const address = await fill(anyone, () => '198.51.100.1');
    expect([address.opened >= 100, address.status]).toEqual([true, 429]);
    expect(address.detail).toContain('address');
    await listen(await createTestActor(outbox.base.db, key.merchantId), '198.51.100.2');
  });

  it('the limit on streams does not count HEAD requests, which open no stream', async () => {
    for (let nth = 0; nth < 10; nth += 1) {
      expect((await api.open({ ...EVENTS, method: 'HEAD', as: owner })).status).toBe(200);
    }
  });
});
