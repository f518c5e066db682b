import { describe, expect, it } from 'vitest';
import {
  atMinute,
  countedOutput,
  PENDING,
  TIP,
  terms,
  txidOf,
  typesOf,
} from '@/test/support/settle-cases';
import { settleOutputs as settle } from '@/test/support/tally-in-memory';
import type { PaymentStanding } from './payment';
import { MAX_SATS } from './sats';

describe('the settlement of incoming outputs', () => {
  it('a payment one satoshi below the required amount stays pending and underpaid', () => {
    const settled = settle(terms, PENDING, [countedOutput(99_899)], TIP, atMinute(1));
    expect(settled.standing).toMatchObject({
      status: 'pending',
      flags: ['underpaid'],
      received: 99_899,
      txid: txidOf('a'),
    });
    expect(typesOf(settled)).toEqual(['payment.underpaid']);
  });

  it('a payment at exactly the required amount is detected without a flag', () => {
    const settled = settle(terms, PENDING, [countedOutput(99_900)], TIP, atMinute(1));
    expect(settled.standing).toMatchObject({ status: 'detected', flags: [], coveredHeight: null });
    expect(typesOf(settled)).toEqual(['payment.detected']);
  });

  it('a payment one satoshi above its amount is overpaid, whatever its tolerance', () => {
    expect(
      settle(terms, PENDING, [countedOutput(100_000)], TIP, atMinute(1)).standing.flags,
    ).toEqual([]);
    expect(
      settle(terms, PENDING, [countedOutput(100_001)], TIP, atMinute(1)).standing.flags,
    ).toEqual(['overpaid']);
  });

  it('partial payments are added up, and the transaction that completes the amount is recorded', () => {
    const parts = [
      countedOutput(60_000),
      countedOutput(40_000, { txid: txidOf('b'), firstSeenAt: atMinute(2) }),
    ];
    expect(settle(terms, PENDING, parts, TIP, atMinute(2)).standing).toMatchObject({
      status: 'detected',
      txid: txidOf('b'),
    });
  });

  it('while a payment’s amount is incomplete, its newest transaction is recorded', () => {
    const parts = [
      countedOutput(10, { txid: txidOf('b'), firstSeenAt: atMinute(2) }),
      countedOutput(10),
    ];
    expect(settle(terms, PENDING, parts, TIP, atMinute(2)).standing.txid).toBe(txidOf('b'));
  });

  it('if the first outputs already have the required depth, the payment is confirmed and only payment.confirmed is sent', () => {
    const settled = settle(
      terms,
      PENDING,
      [countedOutput(100_000, { height: 98 })],
      TIP,
      atMinute(1),
    );
    expect(settled.standing).toMatchObject({ status: 'confirmed', announcedTxid: txidOf('a') });
    expect(typesOf(settled)).toEqual(['payment.confirmed']);
  });

  it('the depth of a payment is counted from the block that completes its amount, not from an earlier block', () => {
    const parts = [
      countedOutput(60_000, { height: 90 }),
      countedOutput(40_000, { txid: txidOf('b'), height: 99 }),
    ];
    expect(settle(terms, PENDING, parts, TIP, atMinute(2)).standing).toMatchObject({
      status: 'detected',
      coveredHeight: 99,
    });
  });

  it('after payment.detected, a first confirmation or a further output causes no event', () => {
    const detected = settle(terms, PENDING, [countedOutput(100_000)], TIP, atMinute(1)).standing;
    const deeper = [countedOutput(100_000, { height: 100 })];
    expect(typesOf(settle(terms, detected, deeper, TIP, atMinute(2)))).toEqual([]);
    const more = [countedOutput(100_000), countedOutput(5, { txid: txidOf('b') })];
    expect(typesOf(settle(terms, detected, more, TIP, atMinute(2)))).toEqual([]);
  });

  it('the received amount is capped at 21 million BTC when the outputs add up to more', () => {
    const rounds = ['a', 'b', 'c'].map((letter) =>
      countedOutput(MAX_SATS - 1, { txid: txidOf(letter) }),
    );
    const settled = settle(terms, PENDING, rounds, TIP, atMinute(1));
    expect(settled.standing).toMatchObject({
      status: 'detected',
      flags: ['overpaid'],
      received: MAX_SATS,
    });
    expect(typesOf(settled)).toEqual(['payment.detected']);
  });
});

describe('the settlement of late outputs', () => {
  const expired: PaymentStanding = { ...PENDING, status: 'expired' };
  const canceled: PaymentStanding = {
    ...PENDING,
    status: 'canceled',
    canceledAt: atMinute(5),
  };

  it('late outputs move an expired payment to detected, flag it as late, and send an event', () => {
    const settled = settle(
      terms,
      expired,
      [countedOutput(100_000, { firstSeenAt: atMinute(61) })],
      TIP,
      atMinute(61),
    );
    expect(settled.standing).toMatchObject({ status: 'detected', flags: ['late'] });
    expect(typesOf(settled)).toEqual(['payment.detected']);
  });

  it('late outputs confirm a canceled payment at the required depth, and flag it as late', () => {
    const settled = settle(
      terms,
      canceled,
      [countedOutput(100_000, { height: 90 })],
      TIP,
      atMinute(10),
    );
    expect(settled.standing).toMatchObject({ status: 'confirmed', flags: ['late'] });
    expect(typesOf(settled)).toEqual(['payment.confirmed']);
  });

  it('a transaction counts as in time if it was first seen before the expiry', () => {
    const back = settle(
      terms,
      expired,
      [countedOutput(100_000, { firstSeenAt: atMinute(59) })],
      TIP,
      atMinute(70),
    );
    expect(back.standing).toMatchObject({ status: 'detected', flags: [] });
  });

  it('a payment is late if the output that completes it was first seen after the expiry, whatever its block', () => {
    const rest = countedOutput(40_000, {
      txid: txidOf('b'),
      height: 99,
      firstSeenAt: atMinute(61),
    });
    const settled = settle(terms, expired, [countedOutput(60_000), rest], TIP, atMinute(61));
    expect(settled.standing).toMatchObject({ status: 'detected', flags: ['late'] });
  });

  it('late outputs do not change the status of a payment that is not fully paid', () => {
    const early = settle(terms, expired, [countedOutput(5)], TIP, new Date(0));
    expect(early.standing).toMatchObject({ status: 'expired', flags: ['underpaid'] });
    const late = settle(terms, PENDING, [countedOutput(5)], TIP, atMinute(61));
    expect(late.standing).toMatchObject({ status: 'pending', flags: ['underpaid'] });
  });

  it('late outputs do not revive a canceled payment that is not fully paid', () => {
    expect(settle(terms, canceled, [countedOutput(5)], TIP, atMinute(10)).standing).toMatchObject({
      status: 'canceled',
      flags: ['underpaid'],
    });
  });
});

describe('outputs that vanish', () => {
  const detected = settle(terms, PENDING, [countedOutput(100_000)], TIP, atMinute(1)).standing;

  it('vanished outputs return a detected payment to pending, flag it as replaced, and send an event', () => {
    const settled = settle(terms, detected, [], TIP, atMinute(2));
    expect(settled.standing).toMatchObject({
      status: 'pending',
      flags: ['replaced'],
      received: 0,
      txid: null,
    });
    expect(settled.events).toEqual([
      { type: 'payment.reverted', reason: 'replaced', again: false },
    ]);
  });

  it('an underpaid payment is flagged as replaced only if its received amount falls', () => {
    const parts = [countedOutput(60_000), countedOutput(5, { txid: txidOf('b') })];
    const short = settle(terms, PENDING, parts, TIP, atMinute(1)).standing;
    const mined = [
      countedOutput(60_000, { height: TIP }),
      countedOutput(5, { txid: txidOf('b'), height: TIP }),
    ];
    expect(settle(terms, short, mined, TIP, atMinute(2)).standing.flags).toEqual(['underpaid']);
    const less = settle(terms, short, [countedOutput(60_000)], TIP, atMinute(2)).standing;
    expect(less.flags).toEqual(['underpaid', 'replaced']);
  });

  it('vanished outputs do not flag a payment that is still fully paid', () => {
    const more = [countedOutput(100_000), countedOutput(5, { txid: txidOf('b') })];
    const overpaid = settle(terms, PENDING, more, TIP, atMinute(1)).standing;
    const left = settle(terms, overpaid, [countedOutput(100_000)], TIP, atMinute(2));
    expect(left.standing).toMatchObject({ status: 'detected', flags: [], received: 100_000 });
  });

  it('if the outputs of a detected payment vanish after its expiry, the payment becomes expired', () => {
    const late = settle(terms, detected, [], TIP, atMinute(60));
    expect(late.standing.status).toBe('expired');
    expect(typesOf(late)).toEqual(['payment.reverted', 'payment.expired']);
  });

  it('if the outputs of a canceled payment that was paid later vanish, the payment becomes canceled again', () => {
    const revived = { ...detected, canceledAt: atMinute(0) };
    const lost = settle(terms, revived, [], TIP, atMinute(2));
    expect(lost.standing.status).toBe('canceled');
    expect(typesOf(lost)).toEqual(['payment.reverted', 'payment.canceled']);
  });

  it('if a fee bump replaces a payment’s outputs and still pays the full amount, no event is sent', () => {
    const settled = settle(
      terms,
      detected,
      [countedOutput(100_000, { txid: txidOf('b') })],
      TIP,
      atMinute(2),
    );
    expect(settled.standing).toMatchObject({ status: 'detected', flags: [], txid: txidOf('b') });
    expect(typesOf(settled)).toEqual([]);
  });

  it('a payment whose outputs vanished sends payment.detected again when it is paid again', () => {
    const back = settle(terms, detected, [], TIP, atMinute(2)).standing;
    const paid = settle(
      terms,
      back,
      [countedOutput(100_000, { txid: txidOf('b') })],
      TIP,
      atMinute(3),
    );
    expect(typesOf(paid)).toEqual(['payment.detected']);
  });
});
