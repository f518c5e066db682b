import { describe, expect, test } from 'vitest';
import {
  PAYMENT_FLAGS,
  PAYMENT_STATUSES,
  type PaymentFlag,
  type PaymentStatus,
} from '@/lib/domain/payment';
import type { RefundStatus } from '@/lib/domain/refund';
import { ACCEPTABLE_REASONS, findDecisionReasons } from '@/lib/domain/worklist';
import { nextStep } from './next-step';
import type { StepFacts } from './step';

const PRICE = {
  amount: '108.90',
  currency: 'EUR',
  rate: '84002.00',
  source: 'kraken',
  quoted_at: '2026-11-27T09:24:00.000Z',
  spread_ppm: 0,
};

const PAYMENT: StepFacts['payment'] = {
  status: 'pending',
  flags: [],
  amount_sats: 129_640,
  received_sats: 0,
  price: PRICE,
  confirmations: 0,
  required_confirmations: 3,
  expires_at: '2026-11-27T11:24:00.000Z',
  detected_at: null,
  canceled_at: null,
};

type Given = Partial<StepFacts['payment']> & Partial<Omit<StepFacts, 'payment'>>;

/** Returns the next step of a payment with open decisions, unless the test gives other facts. */
function stepOf({
  work,
  accepted = false,
  settled = true,
  followUp = null,
  allowsFollowUps = true,
  refund,
  ...rest
}: Given) {
  const payment = { ...PAYMENT, ...rest };
  const open = findDecisionReasons(payment).map((reason) => ({ reason, handled: null }));
  const facts = { work: work ?? open, accepted, settled, followUp, allowsFollowUps, refund };
  const step = nextStep({ payment, ...facts });
  return { ...step, actions: step.buttons.map(({ action }) => action) };
}

const SHORT: Given = { status: 'expired', flags: ['underpaid'], received_sats: 90_750 };
const LATE: Given = {
  status: 'confirmed',
  flags: ['late'],
  received_sats: 129_640,
  confirmations: 3,
  detected_at: '2026-11-27T12:04:00.000Z',
};

describe('a decision', () => {
  test('for an underpaid payment, the dashboard shows the missing amount and offers to request the rest', () => {
    expect(stepOf(SHORT)).toMatchObject({
      decide: true,
      title: 'Ask for the rest',
      reason:
        'The payment expired with €32.67 missing. A new payment can ask for the rest, at today’s rate. The money that arrived is confirmed.',
      actions: ['ask', 'accept', 'refund', 'done'],
    });
    expect(stepOf({ ...SHORT, settled: false }).actions).toEqual(['ask', 'done']);
    expect(stepOf({ ...SHORT, price: null }).reason).toContain('38\u00a0890\u00a0sat missing');
  });

  test.each<[PaymentStatus, string, string[]]>([
    ['pending', 'Send your customer the link', ['ask', 'accept', 'refund', 'done']],
    ['detected', 'Wait for the rest', []],
    ['expired', 'Ask for the rest', ['ask', 'accept', 'refund', 'done']],
  ])('the advice on an underpaid payment fits its %s follow-up', (status, title, actions) => {
    expect(stepOf({ ...SHORT, followUp: { status } })).toMatchObject({ title, actions });
  });

  test('if an underpaid payment cannot have a follow-up, the dashboard offers to accept or refund the received money', () => {
    const short = { ...SHORT, allowsFollowUps: false };
    expect(stepOf(short)).toMatchObject({
      title: 'Accept the partial payment, or give it back',
      reason:
        'The payment expired with €32.67 missing. Your shop cannot follow a second payment for this order. Your customer can order again in the shop. The money that arrived is confirmed.',
      actions: ['accept', 'refund', 'done'],
    });
    expect(stepOf({ ...short, settled: false })).toMatchObject({
      title: 'Wait until all money is confirmed',
      actions: ['done'],
    });
  });

  test('for a late payment, the dashboard shows the delay and offers to ship or to refund', () => {
    expect(stepOf(LATE)).toMatchObject({
      decide: true,
      title: 'Ship anyway, or give the money back',
      reason: expect.stringContaining('arrived 40 min after the payment expired. It is confirmed'),
      actions: ['accept', 'refund', 'done'],
    });
    const canceled = stepOf({ ...LATE, canceled_at: '2026-11-27T11:04:00.000Z' });
    expect(canceled.reason).toContain('1 h after the payment was canceled');
    const seconds = stepOf({ ...LATE, canceled_at: LATE.detected_at ?? null });
    expect(seconds.reason).toContain('arrived just after the payment was canceled');
    expect(stepOf({ ...LATE, settled: false })).toMatchObject({
      title: 'Wait until all money is confirmed',
      actions: ['done'],
    });
  });

  test('for an overpaid payment, the dashboard shows the excess amount', () => {
    const over: Given = { ...LATE, flags: ['overpaid'], received_sats: 259_280 };
    expect(stepOf(over)).toMatchObject({
      title: 'Settle the difference',
      actions: ['refund', 'accept', 'done'],
    });
    expect(stepOf(over).reason).toContain('€108.90 more than you asked for');
    expect(stepOf({ ...over, settled: false }).actions).toEqual(['done']);
    expect(stepOf({ ...over, flags: ['late', 'overpaid'] }).reason).toContain('€108.90 more');
  });

  test('for a reversed payment, the dashboard says to hold the order, and after the expiry to request a new payment', () => {
    const gone: Given = { flags: ['replaced'] };
    expect(stepOf(gone)).toMatchObject({ title: 'Hold the order', actions: ['done'] });
    expect(stepOf({ ...gone, status: 'expired' }).buttons[0]).toEqual({
      action: 'ask',
      label: 'Ask for a new payment',
    });
    const back = { status: 'detected', flags: ['reorged'], received_sats: 129_640 } as const;
    expect(stepOf(back).reason).toContain('no longer in a block');
    expect(stepOf({ ...back, confirmations: 1 }).reason).toContain('1 of 3 confirmations again');
  });

  test('if a webhook about a payment was given up, the dashboard offers to resend the webhook', () => {
    const work = [{ reason: 'undelivered', handled: null }] as const;
    expect(stepOf({ ...LATE, flags: [], work })).toMatchObject({
      title: 'Tell your shop',
      actions: ['resend', 'done'],
    });
  });
});

describe('without a decision', () => {
  test.each<[string, Given, string, string[]]>([
    ['nothing arrived', {}, 'Wait for your customer', ['cancel']],
    ['a part arrived', { flags: ['underpaid'], received_sats: 5 }, 'Wait for the rest', []],
    ['in the mempool', { status: 'detected' }, 'Wait for 3 more confirmations', []],
    ['in blocks', { status: 'detected', confirmations: 2 }, 'Wait for 1 more confirmation', []],
    ['confirmed', { ...LATE, flags: [] }, 'Nothing to do', []],
    ['expired', { status: 'expired' }, 'Nothing to do', ['ask']],
  ])('a payment without open decisions has a next step: %s', (_what, given, title, actions) => {
    expect(stepOf(given)).toMatchObject({ decide: false, title, actions });
  });

  test('the next step for a late payment is to wait for its missing confirmations', () => {
    const step = stepOf({ ...LATE, status: 'detected', confirmations: 1, settled: false });
    expect(step).toMatchObject({
      decide: false,
      title: 'Wait for 2 more confirmations',
      actions: [],
    });
    expect(step.reason).toContain('Do not ship or refund yet');
  });

  test.each<[string, boolean, string | null, string]>([
    ['accepted', true, 'a@b.c', 'A member of your team accepted the money as it is.'],
    ['marked as done', false, 'a@b.c', 'was marked as done'],
    ['settled by a follow-up', true, null, 'The rest was paid with a new payment.'],
  ])(
    'once a payment was %s, the next step gives that as its reason',
    (_what, accepted, by, reason) => {
      const work = [{ reason: 'underpaid', handled: { by } }] as const;
      const step = stepOf({ ...SHORT, accepted, work });
      expect(step).toMatchObject({ decide: false, title: 'Nothing to do', actions: [] });
      expect(step.reason).toContain(reason);
    },
  );

  test.each<[RefundStatus, boolean, string, string[]]>([
    ['requested', false, 'Wait for your customer’s address', ['refund']],
    ['ready', true, 'Send the refund', ['refund']],
    ['sent', false, 'Wait until the refund is confirmed', []],
    ['confirmed', false, 'Nothing to do', []],
  ])('the next step fits the newest refund: %s', (status, isDecision, title, actions) => {
    const work = [{ reason: 'late', handled: { by: 'a@b.c' } }] as const;
    const step = stepOf({ ...LATE, work, refund: { id: 'ref_1', status } });
    expect(step).toMatchObject({ decide: isDecision, title, actions });
    expect(step.buttons.map(({ refundId }) => refundId)).toEqual(actions.map(() => 'ref_1'));
  });

  test.each<[PaymentStatus, string[]]>([
    ['pending', ['ask']],
    ['detected', []],
    ['confirmed', []],
    ['expired', ['ask']],
  ])(
    'an expired payment links to its follow-up only while that is pending (follow-up: %s)',
    (status, actions) => {
      expect(stepOf({ status: 'expired', followUp: { status } }).actions).toEqual(actions);
    },
  );
});

/** Returns every combination of status, flags and confirmations, with plausible amounts. */
function everyState(): Given[] {
  const sets: PaymentFlag[][] = [[]];
  for (const flag of PAYMENT_FLAGS) sets.push(...sets.map((set) => [...set, flag]));
  return PAYMENT_STATUSES.flatMap((status) =>
    sets.flatMap((flags) => {
      const paid = status === 'detected' || status === 'confirmed';
      if (flags.includes('underpaid') && (paid || flags.includes('overpaid'))) return [];
      if (flags.includes('overpaid') && !paid) return [];
      const received = flags.includes('overpaid') ? 200_000 : paid ? 129_640 : 0;
      const received_sats = flags.includes('underpaid') ? 1_000 : received;
      const confirmations = status === 'confirmed' ? 3 : 0;
      const canceled_at = status === 'canceled' ? '2026-11-27T10:00:00.000Z' : null;
      const state = { status, flags, received_sats, confirmations, canceled_at };
      return [true, false].flatMap((settled) =>
        [true, false].map((allowsFollowUps) => ({ ...state, settled, allowsFollowUps })),
      );
    }),
  );
}

test('the advice on a payment never contradicts its displayed status', () => {
  for (const given of everyState()) {
    const { status = 'pending', flags = [], received_sats: received = 0, settled } = given;
    const step = stepOf(given);
    const said = `${status} ${flags}: ${step.title}. ${step.reason}`;
    const reasons = findDecisionReasons({ status, flags });
    expect(step.decide, said).toBe(reasons.length > 0);
    if (step.actions.includes('accept')) {
      const acceptable = reasons.some((reason) => ACCEPTABLE_REASONS.includes(reason));
      expect(settled && acceptable, said).toBe(true);
    }
    if (step.actions.includes('ask')) expect(['expired', 'canceled'], said).toContain(status);
    const asks = /Ask for|can ask for (?:exactly that|the amount)/.test(said);
    if (!given.allowsFollowUps)
      expect([asks, step.actions.includes('ask')]).toEqual([false, false]);
    if (step.actions.includes('cancel')) expect([status, received], said).toEqual(['pending', 0]);
    if (/: ship the order|Ship anyway/.test(said)) expect(status, said).toBe('confirmed');
    if (/It is confirmed|Paid and confirmed/.test(said)) expect(status, said).toBe('confirmed');
    if (/arrived is confirmed/.test(said)) expect(settled, said).toBe(true);
    if (/is missing|missing\./.test(said)) expect(received, said).toBeLessThan(129_640);
  }
});
