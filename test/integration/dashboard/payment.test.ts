import { beforeAll, describe, expect, it } from 'vitest';
import { MEMPOOL_GRACE_MS } from '@/lib/chain/follow/read-mempool';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import type { Member } from '@/lib/domain/actor';
import { OPERATOR } from '@/lib/domain/actor';
import { type Sats, toSats } from '@/lib/domain/sats';
import { revokeKey } from '@/lib/keys/revoke-key';
import { cancelPayment } from '@/lib/payments/cancel-payment';
import { createPayment } from '@/lib/payments/create-payment';
import { expirePayments } from '@/lib/payments/expire-payments';
import { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import type { NewPayment } from '@/lib/payments/payment-row';
import { type Simulation, simulate as simulateOn } from '@/lib/payments/simulate';
import { syncChain } from '@/lib/payments/sync-chain';
import { paymentDetail } from '@/lib/payments/views/payment-detail';
import { resendDelivery } from '@/lib/webhooks/delivery/resend-delivery';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { fixedRates } from '@/test/support/fixed-rates';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { PLAIN_TERMS } from '@/test/support/plain-terms';

let ahead = 0;

const base = await openForTestFile(createTestDatabase());
const key = await createTestKey(base.db, { name: 'Shop' });
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

const TERMS: NewPayment = {
  ...PLAIN_TERMS,
  amount: toSats(50_000),
  requiredConfirmations: 2,
  reference: 'Order 1',
};

function create(actor: Member, terms: Partial<NewPayment> = {}, apiKeyId = key.id) {
  const deps = {
    db: base.db,
    sources: new Map([['regtest', source()] as const]),
    newPayments: new NewPaymentSignal(),
    rates: fixedRates(base.db),
    policy: { allowPrivate: true },
  };
  return createPayment(deps, actor, apiKeyId, { ...TERMS, ...terms }, now());
}

async function simulate(id: string, simulation: Simulation, actor = member, isSandbox = true) {
  const sandboxOf = () => (isSandbox ? { catchUp: sync } : undefined);
  await simulateOn({ db: base.db, sandboxOf }, actor, id, simulation, now());
}

const pay = (id: string, sats: Sats = TERMS.amount) => simulate(id, { action: 'pay', sats });

async function txidOf(id: string): Promise<string> {
  return (await paymentDetail(base.db, viewer, id)).row.txid ?? '';
}

async function story(id: string): Promise<string[]> {
  const { timeline } = await paymentDetail(base.db, viewer, id);
  return timeline.map((entry) => {
    if (entry.kind === 'change') return entry.what;
    return entry.kind === 'action' ? entry.action : entry.kind;
  });
}

describe('create', () => {
  it('the dashboard creates the same payment as the API, and records it in the audit log', async () => {
    const made = await create(member, { reference: 'By hand' });
    expect(made).toMatchObject({ reference: 'By hand', status: 'pending', network: 'regtest' });
    const detail = await paymentDetail(base.db, viewer, made.id);
    expect(detail.key).toEqual({ id: key.id, name: 'Shop' });
    expect(detail.timeline).toMatchObject([
      { kind: 'created' },
      { kind: 'action', action: 'payment.create', actor: expect.stringContaining('@') },
    ]);
  });

  it('creating a payment is refused for viewers, for another merchant’s key, and for a revoked key', async () => {
    await expect(create(viewer)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(create(stranger)).rejects.toMatchObject({ code: 'not_found' });
    const old = await createTestKey(base.db, { merchantId: key.merchantId });
    await revokeKey(base.db, OPERATOR, old.id, now());
    await expect(create(member, {}, old.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('cancel', () => {
  it('a second cancellation of a payment changes nothing and adds nothing to the timeline', async () => {
    const { id } = await create(member);
    for (let i = 0; i < 2; i += 1) {
      const { row } = await cancelPayment(base.db, member, id, now());
      expect(row.status).toBe('canceled');
    }
    const changes = ['created', 'payment.create', 'payment.cancel', 'canceled'];
    expect(await story(id)).toEqual(changes);
  });

  it('a cancellation is refused for viewers, other merchants, and a payment that received money', async () => {
    const { id } = await create(member);
    const cancel = (actor: Member) => cancelPayment(base.db, actor, id, now());
    await expect(cancel(viewer)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(cancel(stranger)).rejects.toMatchObject({ code: 'payment_not_found' });
    await pay(id, toSats(1_000));
    await expect(cancel(member)).rejects.toMatchObject({ code: 'payment_not_cancelable' });
    expect(await story(id)).not.toContain('payment.cancel');
  });
});

describe('the timeline', () => {
  it('the timeline lists partial payments, the block, the confirmation and a reorg, in order', async () => {
    const { id } = await create(member);
    await pay(id, toSats(20_000));
    await pay(id, toSats(30_000));
    await simulate(id, { action: 'mine', blocks: 1 });
    await simulate(id, { action: 'mine', blocks: 1 });
    await simulate(id, { action: 'reorg', blocks: 2, drop: [], remine: false });
    const changes = (await story(id)).filter((what) => what !== 'payment.simulate');
    expect(changes).toEqual([
      'created',
      'payment.create',
      'underpaid',
      'seen',
      'event',
      'in_block',
      'confirmed',
      'event',
      'reversed',
    ]);
  });

  it('the timeline lists a fee bump, and a reversal by a double spend', async () => {
    const { id } = await create(member);
    await pay(id);
    await simulate(id, { action: 'bump_fee', txid: await txidOf(id) });
    expect(await story(id)).toContain('replaced');
    await simulate(id, { action: 'double_spend', txid: await txidOf(id) });
    expect(await story(id)).toContain('lost');
    const { outputs } = (await paymentDetail(base.db, viewer, id)).outputs;
    expect(outputs).toHaveLength(2);
    expect(outputs.every(({ gone, replacedBy }) => gone && replacedBy)).toBe(true);
  });

  it('the timeline lists an expiry and a late payment', async () => {
    const { id } = await create(member, { expiresInSeconds: 300 });
    ahead += 301_000 + MEMPOOL_GRACE_MS;
    await sync();
    await pay(id);
    const { timeline } = await paymentDetail(base.db, viewer, id);
    expect(timeline.flatMap((entry) => (entry.kind === 'change' ? [entry] : []))).toMatchObject([
      { what: 'expired', late: false },
      { what: 'seen', late: true, differenceSats: 50_000 },
    ]);
  });

  it('the timeline shows when a payment expired until late outputs cover the whole amount', async () => {
    const { id } = await create(member, { expiresInSeconds: 300 });
    const rowOf = async () => (await paymentDetail(base.db, viewer, id)).row;
    ahead += 301_000;
    await sync();
    const { expiredAt } = await rowOf();
    expect(expiredAt).toBeInstanceOf(Date);
    ahead += 60_000;
    await pay(id, toSats(1_000));
    expect(await rowOf()).toMatchObject({ status: 'expired', receivedSats: 1_000, expiredAt });
    await pay(id);
    expect(await rowOf()).toMatchObject({ status: 'detected', expiredAt: null });
  });

  it('the timeline shows which user resent a webhook', async () => {
    const { id } = await create(member, { webhookUrl: 'http://127.0.0.1:9/hook' });
    await pay(id);
    const { deliveries } = await paymentDetail(base.db, viewer, id);
    await resendDelivery(base.db, member, deliveries[0]?.id ?? '', now());
    expect(await story(id)).toContain('delivery.resend');
  });

  it('the timeline of another merchant’s payment is not found', async () => {
    const { id } = await create(member);
    const seen = paymentDetail(base.db, stranger, id);
    await expect(seen).rejects.toMatchObject({ code: 'payment_not_found' });
  });
});

describe('simulate', () => {
  it('a simulation is refused for viewers, other merchants, and a network with a real chain', async () => {
    const { id } = await create(member);
    const mine = { action: 'mine', blocks: 1 } as const;
    await expect(simulate(id, mine, viewer)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(simulate(id, mine, stranger)).rejects.toMatchObject({
      code: 'payment_not_found',
    });
    await expect(simulate(id, mine, member, false)).rejects.toMatchObject({ code: 'sandbox_only' });
  });

  it('the simulation take_back replaces a payment’s transaction, which returns the payment to pending', async () => {
    const { id } = await create(member);
    await pay(id);
    await simulate(id, { action: 'take_back', txid: await txidOf(id) });
    ahead += MEMPOOL_GRACE_MS;
    await sync();
    expect((await paymentDetail(base.db, viewer, id)).row).toMatchObject({
      status: 'pending',
      flags: ['replaced'],
      receivedSats: 0,
    });
  });
});
