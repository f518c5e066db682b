import { describe, expect, it } from 'vitest';
import type { WatchedAddress } from '../../source';
import { RequestBudget } from '../request-budget';
import { addressesDue, expiriesCheckedUpTo, type LastLookUpFinder } from './esplora-schedule';

const NOW = new Date('2030-01-01T12:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

interface Case {
  readonly ageSeconds: number;
  readonly askedSecondsAgo?: number;
  readonly expiredSecondsAgo?: number;
  readonly viewed?: boolean;
}

function schedule(cases: Readonly<Record<string, Case>>, taken = 0): string[] {
  const open = Object.entries(cases).map(
    ([address, { ageSeconds, expiredSecondsAgo, viewed }]) => ({
      address,
      script: '',
      since: ago(ageSeconds),
      expiresAt: expiredSecondsAgo === undefined ? null : ago(expiredSecondsAgo),
      viewed: viewed ?? false,
    }),
  ) satisfies WatchedAddress[];
  const lookedUpAt: LastLookUpFinder = (address) => {
    const seconds = cases[address]?.askedSecondsAgo;
    return seconds === undefined ? undefined : ago(seconds);
  };
  return addressesDue(open, lookedUpAt, NOW, taken).map(({ address }) => address);
}

describe('the order of address look-ups', () => {
  it('new addresses are looked up first, in the given order', () => {
    const order = schedule({
      asked: { ageSeconds: 60, askedSecondsAgo: 50 },
      new: { ageSeconds: 1 },
      newer: { ageSeconds: 2 },
    });
    expect(order).toEqual(['new', 'newer', 'asked']);
  });

  it('a new payment is looked up again after seconds, and an old payment after minutes', () => {
    expect(schedule({ a: { ageSeconds: 30, askedSecondsAgo: 6 } })).toEqual([]);
    expect(schedule({ a: { ageSeconds: 30, askedSecondsAgo: 7 } })).toEqual(['a']);
    expect(schedule({ a: { ageSeconds: 3_600, askedSecondsAgo: 179 } })).toEqual([]);
    expect(schedule({ a: { ageSeconds: 3_600, askedSecondsAgo: 180 } })).toEqual(['a']);
    expect(schedule({ a: { ageSeconds: 864_000, askedSecondsAgo: 600 } })).toEqual(['a']);
  });

  it('a new payment is looked up before an old payment that has waited for the same time', () => {
    const order = schedule({
      old: { ageSeconds: 1_200, askedSecondsAgo: 70 },
      young: { ageSeconds: 100, askedSecondsAgo: 70 },
    });
    expect(order).toEqual(['young', 'old']);
  });

  it('after a long enough wait, an old payment is looked up before new payments', () => {
    const order = schedule({
      young: { ageSeconds: 100, askedSecondsAgo: 8 },
      old: { ageSeconds: 1_200, askedSecondsAgo: 300 },
    });
    expect(order).toEqual(['old', 'young']);
  });

  it('look-ups alternate between payments that are about to expire and all other payments', () => {
    const cases = {
      first: { ageSeconds: 900, expiredSecondsAgo: 60, askedSecondsAgo: 61 },
      second: { ageSeconds: 900, expiredSecondsAgo: 50 },
      young: { ageSeconds: 1 },
      younger: { ageSeconds: 2 },
      done: { ageSeconds: 900, expiredSecondsAgo: 60, askedSecondsAgo: 20 },
    };
    expect(schedule(cases)).toEqual(['young', 'first', 'younger', 'second']);
    expect(schedule(cases, 1)).toEqual(['first', 'young', 'second', 'younger']);
  });

  it('an old payment with an open page is looked up before newer payments without one', () => {
    const cases = {
      new: { ageSeconds: 1 },
      young: { ageSeconds: 100, askedSecondsAgo: 90 },
      viewed: { ageSeconds: 86_400, askedSecondsAgo: 8, viewed: true },
    };
    expect(schedule(cases)).toEqual(['viewed', 'new', 'young']);
  });

  it('half of the look-ups are reserved for payments without an open page', () => {
    const viewed = { ageSeconds: 900, viewed: true };
    const cases = { a: viewed, b: viewed, c: viewed, d: viewed, e: { ageSeconds: 9 } };
    const others = { f: { ageSeconds: 8 }, g: { ageSeconds: 7 } };
    const order = schedule({ ...cases, ...others });
    expect(order.map((name) => (name in others || name === 'e' ? 'other' : 'viewed'))).toEqual([
      'viewed',
      'other',
      'other',
      'viewed',
      'viewed',
      'other',
      'viewed',
    ]);
  });

  it('payments about to expire get half of the look-ups, even with many pages open', () => {
    const cases = {
      v1: { ageSeconds: 900, viewed: true },
      v2: { ageSeconds: 900, viewed: true },
      last1: { ageSeconds: 900, expiredSecondsAgo: 60 },
      last2: { ageSeconds: 900, expiredSecondsAgo: 50 },
      young: { ageSeconds: 1 },
    };
    expect(schedule(cases)).toEqual(['v1', 'last1', 'young', 'last2', 'v2']);
  });
});

describe('the time up to which payments can expire', () => {
  const at = (address: string, expiredSecondsAgo: number): WatchedAddress => ({
    address,
    script: '',
    since: ago(900),
    expiresAt: ago(expiredSecondsAgo),
    viewed: false,
  });
  const askedAt =
    (times: Readonly<Record<string, Date>>): LastLookUpFinder =>
    (address) =>
      times[address];

  it('until a payment past its expiry is looked up, only payments with an earlier expiry can become expired', () => {
    const open = [at('a', 60), at('b', 50), at('c', 40)];
    expect(expiriesCheckedUpTo(open, askedAt({ a: ago(30), b: ago(51) }), NOW)).toEqual(
      new Date(ago(50).getTime() - 1),
    );
  });

  it('once every payment past its expiry was looked up, each of them can become expired', () => {
    expect(
      expiriesCheckedUpTo([at('a', 60), at('b', -60)], askedAt({ a: ago(60) }), NOW),
    ).toBeUndefined();
  });
});

describe('a budget of 8 look-ups a minute', () => {
  it('a budget of 8 look-ups a minute allows one every 7.5 seconds, and only one after a longer break', () => {
    const allowance = new RequestBudget(8, 7_500);
    const takes = (secondsLater: number) => allowance.take(ago(-secondsLater));
    expect([0, 0, 7.4, 7.5, 7.5, 15, 600, 600].map(takes)).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it('a budget of 60 look-ups a minute allows two per read when reads are two seconds apart', () => {
    const allowance = new RequestBudget(60, 2_000);
    expect([1, 2, 3].map(() => allowance.take(NOW))).toEqual([true, true, false]);
  });
});
