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

describe('a reorg', () => {
  const confirmed = settle(
    terms,
    PENDING,
    [countedOutput(100_000, { height: 98 })],
    TIP,
    atMinute(1),
  ).standing;

  it('a reorg returns a confirmed payment to detected, flags it as reorged, and sends an event', () => {
    const settled = settle(terms, confirmed, [countedOutput(100_000)], TIP, atMinute(2));
    expect(settled.standing).toMatchObject({ status: 'detected', flags: ['reorged'] });
    expect(settled.events).toEqual([{ type: 'payment.reverted', reason: 'reorged', again: false }]);
  });

  it('when the same transaction confirms again after a reorg, payment.confirmed is sent again, marked as a repeat', () => {
    const back = settle(terms, confirmed, [countedOutput(100_000)], TIP, atMinute(2)).standing;
    const again = settle(terms, back, [countedOutput(100_000, { height: 99 })], 101, atMinute(3));
    expect(again.standing).toMatchObject({ status: 'confirmed', flags: ['reorged'] });
    expect(typesOf(again)).toEqual(['payment.confirmed again']);
  });

  it('if another transaction confirms the payment after a reorg, payment.confirmed is sent as a new event, not a repeat', () => {
    const back = settle(terms, confirmed, [], TIP, atMinute(2)).standing;
    const again = settle(
      terms,
      back,
      [countedOutput(100_000, { txid: txidOf('b'), height: 99 })],
      101,
      atMinute(3),
    );
    expect(typesOf(again)).toEqual(['payment.confirmed']);
    expect(again.standing.announcedTxid).toBe(txidOf('b'));
  });

  it.each([
    ['pending', atMinute(2), {}],
    ['expired', atMinute(61), {}],
    ['canceled', atMinute(2), { canceledAt: atMinute(0) }],
  ] as const)(
    'payment.detected and payment.confirmed are sent again if the transaction returns while the payment is %s',
    (status, lostAt, more) => {
      const paid = { ...confirmed, ...more };
      const lost = settle(terms, paid, [], TIP, lostAt);
      expect(lost.standing).toMatchObject({ status, flags: ['replaced', 'reorged'] });
      const ended = status === 'pending' ? [] : [`payment.${status}`];
      expect(typesOf(lost)).toEqual(['payment.reverted', ...ended]);
      const back = settle(terms, lost.standing, [countedOutput(100_000)], TIP, atMinute(62));
      expect(typesOf(back)).toEqual(['payment.detected']);
      const mined = [countedOutput(100_000, { height: 99 })];
      const again = settle(terms, back.standing, mined, 101, atMinute(63));
      expect(again.standing.status).toBe('confirmed');
      expect(typesOf(again)).toEqual(['payment.confirmed']);
    },
  );

  it('if a lost transaction returns with the required number of confirmations, only payment.confirmed is sent', () => {
    const lost = settle(terms, confirmed, [], TIP, atMinute(2)).standing;
    const mined = [countedOutput(100_000, { height: 98 })];
    expect(typesOf(settle(terms, lost, mined, TIP, atMinute(3)))).toEqual(['payment.confirmed']);
  });

  it('no event is sent if a reorg moves the transaction to another block and the payment stays confirmed', () => {
    const settled = settle(
      terms,
      confirmed,
      [countedOutput(100_000, { height: 97 })],
      TIP,
      atMinute(2),
    );
    expect(settled.standing).toMatchObject({ status: 'confirmed', flags: [] });
    expect(typesOf(settled)).toEqual([]);
  });

  it('if a reorg leaves a payment confirmed by a different transaction, payment.confirmed is sent for that transaction', () => {
    const settled = settle(
      terms,
      confirmed,
      [countedOutput(100_000, { txid: txidOf('b'), height: 97 })],
      TIP,
      atMinute(2),
    );
    expect(settled.standing).toMatchObject({
      status: 'confirmed',
      flags: [],
      announcedTxid: txidOf('b'),
    });
    expect(typesOf(settled)).toEqual(['payment.confirmed']);
  });
});
