import { expect, test } from 'vitest';
import { seededRandom } from '@/test/support/random';
import type { Candidate } from './find-due';
import { Shares } from './shares';

function due(count: number, merchantId: string, host: string, more: Partial<Candidate> = {}) {
  return Array.from({ length: count }, (_, n) => ({
    id: `${merchantId} ${host} ${n}`,
    merchantId,
    host,
    hostLimit: 8,
    othersToHost: 0,
    othersOfMerchant: 0,
    ...more,
  }));
}

/** Of equals, the first is picked. */
const sharesInOrder = () => new Shares(() => 0.999);

const NONE = { toHost: 0, ofMerchant: 0 };

const namesOf = (picked: readonly Candidate[]) => picked.map(({ merchantId }) => merchantId);
const countOf = (picked: readonly Candidate[], merchant: string) =>
  namesOf(picked).filter((name) => name === merchant).length;

test('free senders go to the merchant with the fewest attempts in flight', () => {
  const shares = sharesInOrder();
  shares.fill([...due(20, 'a', 'x'), ...due(20, 'b', 'y', { othersOfMerchant: 2 })]);
  const picked = shares.pick(6, 0);
  expect(countOf(picked, 'a')).toBe(4);
  expect(countOf(picked, 'b')).toBe(2);
});

test('of the hosts of a merchant, the one with the fewest attempts in flight is next', () => {
  const shares = sharesInOrder();
  shares.fill([...due(20, 'a', 'x'), ...due(20, 'a', 'y')]);
  expect(shares.pick(6, 0).filter(({ host }) => host === 'x')).toHaveLength(3);
});

test('a host gets no more than its limit, counting other processes', () => {
  const shares = sharesInOrder();
  shares.fill(due(20, 'a', 'x', { othersToHost: 3, othersOfMerchant: 3 }));
  const picked = shares.pick(64, 0);
  expect(picked.map(({ place }) => place)).toEqual([4, 5, 6, 7, 8]);
  expect(shares.pick(64, 0)).toEqual([]);
});

test('the end of an attempt makes room for the next candidate of its host', () => {
  const shares = sharesInOrder();
  shares.fill(due(10, 'a', 'x'));
  const [first] = shares.pick(64, 0);
  if (!first) throw new Error('eight of ten can be picked');
  shares.release(first);
  expect(shares.pick(64, 0)).toMatchObject([{ id: 'a x 8', place: 8 }]);
  expect(shares.inFlight).toBe(8);
});

test('the reserve is for merchants without an attempt in flight, one for each', () => {
  const shares = sharesInOrder();
  shares.fill([...due(20, 'a', 'x'), ...due(20, 'b', 'y'), ...due(20, 'c', 'z')]);
  expect(namesOf(shares.pick(1, 5))).toEqual(['a', 'b', 'c']);
  expect(shares.pick(-2, 2)).toEqual([]);
});

test('a new look replaces the candidates and keeps what is in flight', () => {
  const shares = sharesInOrder();
  shares.fill(due(1, 'a', 'x'));
  shares.pick(1, 0);
  expect(shares.isEmpty).toBe(true);
  shares.fill([...due(2, 'a', 'x'), ...due(2, 'b', 'y')]);
  expect(shares.isEmpty).toBe(false);
  expect(namesOf(shares.pick(1, 0))).toEqual(['b']);
});

test('a candidate that another process kept from being claimed is picked again, counting what is in flight by now', () => {
  const shares = sharesInOrder();
  shares.fill([...due(3, 'a', 'x'), ...due(3, 'b', 'y')]);
  const picked = shares.pick(4, 0);
  for (const pick of picked) shares.release(pick);
  const inFlight = { toHost: 2, ofMerchant: 2 };
  for (const pick of picked.toReversed())
    shares.putBack(pick, pick.merchantId === 'a' ? inFlight : NONE);
  expect(shares.pick(4, 0).map(({ id, place }) => [id, place])).toEqual([
    ['b y 0', 1],
    ['b y 1', 2],
    ['a x 0', 3],
    ['b y 2', 3],
  ]);
});

test('a candidate that was put back waits while its host has no room', () => {
  const shares = sharesInOrder();
  shares.fill(due(2, 'a', 'x'));
  const [pick] = shares.pick(1, 0);
  if (!pick) throw new Error('one of two can be picked');
  shares.release(pick);
  shares.putBack(pick, { toHost: 8, ofMerchant: 8 });
  expect(shares.pick(2, 0)).toEqual([]);
  expect(shares.isEmpty).toBe(false);
});

test('what this process has in flight itself counts once when a candidate is put back', () => {
  const shares = sharesInOrder();
  shares.fill(due(2, 'a', 'x', { hostLimit: 2 }));
  const [, pick] = shares.pick(2, 0);
  if (!pick) throw new Error('both can be picked');
  shares.release(pick);
  shares.putBack(pick, { toHost: 1, ofMerchant: 1 });
  expect(shares.pick(2, 0)).toMatchObject([{ id: 'a x 1', place: 2 }]);
});

test('two processes that look at the same moment begin with different hosts', () => {
  const found = Array.from({ length: 100 }, (_, n) => due(1, 'a', `h${n}`)).flat();
  const picks = ['first', 'second'].map((seed) => {
    const random = seededRandom(seed);
    const shares = new Shares(() => random.int(0, 999) / 1_000);
    shares.fill(found);
    return shares.pick(10, 0).map(({ id }) => id);
  });
  expect(new Set(picks.flat()).size).toBeGreaterThan(15);
});
