import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditEntry } from '@/db/schema/people';
import { GRACE_MS } from '@/lib/chain/follow/read-mempool';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import type { Member } from '@/lib/domain/actor';
import { toSats } from '@/lib/domain/sats';
import type { WorkReason } from '@/lib/domain/worklist';
import { createPayment } from '@/lib/payments/create-payment';
import { expirePayments } from '@/lib/payments/expire-payments';
import { type HandleRequest, handlePayment, unhandlePayment } from '@/lib/payments/handle-payment';
import { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import { type Simulation, simulate as simulateOn } from '@/lib/payments/simulate';
import { syncChain } from '@/lib/payments/sync-chain';
import { paymentDetail } from '@/lib/payments/views/payment-detail';
import { searchPayments } from '@/lib/payments/views/search-payments';
import { readWorklist } from '@/lib/payments/views/worklist';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { fixedRates } from '@/test/support/fixed-rates';
import { forFile } from '@/test/support/for-file';
import { PLAIN_TERMS } from '@/test/support/plain-terms';

let ahead = 0;

const base = await forFile(createTestDatabase());
const key = await createTestKey(base.db);
const member = await createTestActor(base.db, key.merchantId, 'member');
const viewer = await createTestActor(base.db, key.merchantId, 'viewer');
const stranger = await createTestActor(base.db, (await createTestKey(base.db)).merchantId, 'owner');

beforeAll(async () => {
  await sync();
});

const now = () => new Date(Date.now() + ahead);
const source = () => createSandboxSource(base.db, now);
const sync = async () => {
  await syncChain(base.database, 'regtest', source(), now);
  await expirePayments(base.db, now());
};

const AMOUNT = toSats(50_000);
const LIFE_MS = 3_600_000;
const TERMS = { ...PLAIN_TERMS, amount: AMOUNT, requiredConfirmations: 1 };

async function create(): Promise<string> {
  const deps = {
    db: base.db,
    sources: new Map([['regtest', source()] as const]),
    newPayments: new NewPaymentSignal(),
    rates: fixedRates(base.db),
    policy: { allowPrivate: true },
  };
  return (await createPayment(deps, member, key.id, TERMS, now())).id;
}

async function simulate(id: string, simulation: Simulation) {
  const sandboxOf = () => ({ catchUp: sync });
  await simulateOn({ db: base.db, sandboxOf }, member, id, simulation, now());
}

const pay = (id: string, sats = AMOUNT) => simulate(id, { action: 'pay', sats: toSats(sats) });
const mine = (id: string) => simulate(id, { action: 'mine', blocks: 1 });
const reorg = (id: string) => simulate(id, { action: 'reorg', blocks: 1, drop: [], remine: false });

/** Moves past the expiry of the payment, and of all others of its age. */
async function expire() {
  ahead += LIFE_MS + 1_000;
  await sync();
}

/** Reverses the payment's transaction and waits until it counts as gone. */
async function takeBack(id: string) {
  const { row } = await paymentDetail(base.db, viewer, id);
  await simulate(id, { action: 'take_back', txid: row.txid ?? '' });
  ahead += GRACE_MS + 1_000;
  await sync();
}

async function openReasons(id: string): Promise<WorkReason[]> {
  const { work } = await paymentDetail(base.db, viewer, id);
  return work.filter(({ handled }) => handled === null).map(({ reason }) => reason);
}

type How = Partial<Omit<HandleRequest, 'paymentId'> & { actor: Member }>;

/**
 * Marks a payment as done by a member who has seen the received amount, unless `how` says
 * otherwise.
 */
async function handle(id: string, { actor = member, ...how }: How = {}): Promise<number> {
  const { row } = await paymentDetail(base.db, member, id);
  const handling = { paymentId: id, received: row.receivedSats, note: null, ...how };
  return handlePayment(base.db, actor, handling, now());
}

async function listed(workState: 'open' | 'handled', reason?: WorkReason, actor = viewer) {
  const filter = { workState, workReasons: reason && [reason] };
  const page = { limit: 1_000, offset: 0 };
  const { payments, total } = await searchPayments(base.db, actor, filter, page);
  expect(payments.length).toBe(total);
  return payments.map(({ row }) => row.id);
}

describe('a payment', () => {
  it('needs a decision when it is paid late, until it is marked as done', async () => {
    const id = await create();
    await expire();
    expect(await openReasons(id)).toEqual([]);
    await pay(id);
    expect(await openReasons(id)).toEqual(['late']);
    expect(await listed('open', 'late')).toContain(id);
    expect(await handle(id, { note: 'Shipped' })).toBe(1);
    expect(await openReasons(id)).toEqual([]);
    await mine(id);
    expect(await openReasons(id)).toEqual([]);
    expect(await listed('open')).not.toContain(id);
    expect(await listed('handled', 'late')).toContain(id);
  });

  it('needs a decision when it is overpaid, and again when more arrives unconfirmed after its confirmation', async () => {
    const id = await create();
    await pay(id, toSats(60_000));
    expect(await openReasons(id)).toEqual(['overpaid']);
    await handle(id);
    await mine(id);
    expect(await openReasons(id)).toEqual([]);
    await pay(id, toSats(1_000));
    expect(await openReasons(id)).toEqual(['overpaid']);
    const { row, outputs } = await paymentDetail(base.db, viewer, id);
    expect([row.status, outputs.outputs.at(-1)?.height]).toEqual(['confirmed', null]);
    expect(await listed('open', 'overpaid')).toContain(id);
    expect(await listed('handled', 'overpaid')).not.toContain(id);
  });

  it('needs a decision when it ends underpaid, until the rest arrives', async () => {
    const id = await create();
    await pay(id, toSats(20_000));
    expect(await openReasons(id)).toEqual([]);
    await expire();
    expect(await openReasons(id)).toEqual(['underpaid']);
    await pay(id, toSats(30_000));
    expect(await openReasons(id)).toEqual(['late']);
    expect(await listed('open', 'underpaid')).not.toContain(id);
  });

  it('needs a decision when detected outputs vanish', async () => {
    const id = await create();
    await pay(id);
    await takeBack(id);
    expect(await openReasons(id)).toEqual(['reverted']);
    await pay(id);
    expect(await openReasons(id)).toEqual([]);
  });

  it('needs a decision each time a reorg reverts its confirmation', async () => {
    const id = await create();
    await pay(id);
    await mine(id);
    await reorg(id);
    expect(await openReasons(id)).toEqual(['reverted']);
    await handle(id);
    expect(await openReasons(id)).toEqual([]);
    await mine(id);
    expect(await listed('handled', 'reverted')).not.toContain(id);
    await reorg(id);
    expect(await openReasons(id)).toEqual(['reverted']);
    await mine(id);
    expect(await openReasons(id)).toEqual([]);
  });
});

describe('marking as done', () => {
  const overpaid = async () => {
    const id = await create();
    await pay(id, toSats(60_000));
    return id;
  };

  it('applies to the given reasons only, and marks each reason once', async () => {
    const id = await overpaid();
    expect(await handle(id, { reasons: ['late', 'undelivered'] })).toBe(0);
    expect(await handle(id, { reasons: [] })).toBe(0);
    expect(await handle(id, { reasons: ['overpaid'] })).toBe(1);
    expect(await handle(id, { reasons: ['overpaid'] })).toBe(0);
  });

  it('is refused when the received amount has changed since the member loaded the page', async () => {
    const id = await overpaid();
    await pay(id, toSats(5_000));
    const mark = () => handle(id, { received: toSats(60_000) });
    await expect(mark()).rejects.toMatchObject({
      code: 'payment_changed',
      message: expect.stringContaining('65000 sats'),
    });
    expect(await openReasons(id)).toEqual(['overpaid']);
    expect(await handle(id)).toBe(1);
    // Nothing can be marked as done unseen.
    expect(await mark()).toBe(0);
  });

  it('is in the timeline and the audit log with its note, and so is undoing it', async () => {
    const id = await overpaid();
    await handle(id, { note: 'Sent a voucher' });
    const before = await paymentDetail(base.db, viewer, id);
    expect(before.work).toMatchObject([
      { reason: 'overpaid', handled: { by: expect.stringContaining('@'), note: 'Sent a voucher' } },
    ]);
    const undo = () => unhandlePayment(base.db, member, { paymentId: id }, now());
    expect([await undo(), await undo()]).toEqual([1, 0]);
    expect(await openReasons(id)).toEqual(['overpaid']);
    const data = { reason: 'overpaid', note: 'Sent a voucher' };
    const entries = await base.db.select().from(auditEntry).where(eq(auditEntry.subject, id));
    const worked = entries.filter(({ action }) => /handle$/.test(action));
    expect(worked).toMatchObject([
      { action: 'payment.handle', data, userId: member.userId },
      { action: 'payment.unhandle', data, userId: member.userId },
    ]);
    const { timeline } = await paymentDetail(base.db, viewer, id);
    const actions = timeline.flatMap((entry) => (entry.kind === 'action' ? entry.action : []));
    expect(actions.slice(-2)).toEqual(['payment.handle', 'payment.unhandle']);
  });

  it('changes neither the payment nor its ETag', async () => {
    const id = await overpaid();
    const { row: before } = await paymentDetail(base.db, viewer, id);
    await handle(id);
    const { row: after } = await paymentDetail(base.db, viewer, id);
    expect(after).toEqual({ ...before, handled: ['overpaid'] });
  });

  it('is refused for viewers and other merchants, and then changes nothing', async () => {
    const id = await overpaid();
    await expect(handle(id, { actor: viewer })).rejects.toMatchObject({ code: 'forbidden' });
    const missing = { code: 'payment_not_found' };
    await expect(handle(id, { actor: stranger })).rejects.toMatchObject(missing);
    const undo = (actor: Member) => unhandlePayment(base.db, actor, { paymentId: id }, now());
    await expect(undo(viewer)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(undo(stranger)).rejects.toMatchObject(missing);
    await expect(handle(id, { note: `Key ${key.apiKey}` })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await openReasons(id)).toEqual(['overpaid']);
    expect(await listed('open', undefined, stranger)).toEqual([]);
    expect(await readWorklist(base.db, stranger)).toEqual([]);
  });
});
