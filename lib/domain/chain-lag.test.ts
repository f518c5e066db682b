import { expect, test } from 'vitest';
import { lagsOf } from './chain-lag';

const at = (text: string) => new Date(`2026-05-01T${text}:00Z`);
const STARTS = [at('00:00'), at('06:00'), at('12:00')];

test('recorded lags are shown, and a bucket without a record has no lag', () => {
  const found = { recorded: [null, 3, 0], readAt: at('13:00') };
  expect(lagsOf(found, STARTS, at('13:00'))).toEqual([null, 3, 0]);
});

test('the time since the last read counts in each bucket that it reaches', () => {
  const found = { recorded: [2, null, null], readAt: at('05:30') };
  expect(lagsOf(found, STARTS, at('12:10'))).toEqual([30, 390, 400]);
  expect(lagsOf({ ...found, recorded: [45, null, null] }, STARTS, at('12:10'))[0]).toBe(45);
});

test('reads that are up to 75 seconds apart are on time', () => {
  const found = { recorded: [1, 1, 2], readAt: new Date('2026-05-01T12:08:45Z') };
  expect(lagsOf(found, STARTS, at('12:10'))).toEqual([0, 0, 2]);
});

test('a chain that was never read has no lag', () => {
  const found = { recorded: [null, null, null], readAt: null };
  expect(lagsOf(found, STARTS, at('12:10'))).toEqual([null, null, null]);
});
