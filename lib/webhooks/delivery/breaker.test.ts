import { expect, test } from 'vitest';
import { unsentResult } from '../transport/send';
import {
  advanceHostBreaker,
  FAILURES_TO_OPEN,
  type HostBreakerState,
  toHostHealthSign,
} from './breaker';

const START = new Date('2026-01-01T00:00:00Z');
const CLOSED: HostBreakerState = { failures: 0, openUntil: null };

const UNSENT = unsentResult({ kind: 'unsigned' }, START);

const later = (ms: number, from = START) => new Date(from.getTime() + ms);

function failTimes(times: number, from: HostBreakerState = CLOSED): HostBreakerState {
  let state = from;
  for (let i = 0; i < times; i += 1) state = advanceHostBreaker(state, 'failure', START);
  return state;
}

test('four failures in a row do not pause a host', () => {
  expect(failTimes(FAILURES_TO_OPEN - 1)).toEqual({ failures: 4, openUntil: null });
});

test('the fifth failure in a row pauses the host for a minute', () => {
  expect(failTimes(5)).toEqual({ failures: 5, openUntil: later(60_000) });
});

test('each failed attempt after a pause doubles the next pause, up to 15 minutes', () => {
  let state = failTimes(5);
  const pauses: number[] = [];
  for (let i = 0; i < 6; i += 1) {
    const probe = state.openUntil ?? START;
    state = advanceHostBreaker(state, 'failure', probe);
    pauses.push(((state.openUntil ?? START).getTime() - probe.getTime()) / 60_000);
  }
  expect(pauses).toEqual([2, 4, 8, 15, 15, 15]);
});

test('failures of attempts that began before the pause do not extend the pause', () => {
  const open = failTimes(5);
  expect(advanceHostBreaker(open, 'failure', later(59_999))).toEqual(open);
});

test.each(['success', 'alive'] as const)(
  'a result of "%s" ends the host’s pause and resets its failure count',
  (sign) => {
    expect(advanceHostBreaker(failTimes(5), sign, later(60_000))).toEqual(CLOSED);
    expect(advanceHostBreaker(failTimes(4), sign, START)).toEqual(CLOSED);
  },
);

test('an attempt that did not reach the host does not change the host’s failure count', () => {
  const open = failTimes(5);
  expect(advanceHostBreaker(open, 'unknown', later(60_000))).toEqual(open);
});

test.each([
  [204, 'success'],
  [410, 'alive'],
  [429, 'failure'],
  [499, 'alive'],
  [500, 'failure'],
  [503, 'failure'],
] as const)('a response with status %i counts as "%s" for its host', (status, sign) => {
  const answer = { ...UNSENT, ok: status === 204, status, fault: undefined };
  expect(toHostHealthSign(answer)).toBe(sign);
});

test('a lost connection counts as a failure of the host, and an unsent request does not', () => {
  const refusal = { reason: 'not_public', message: '' } as const;
  expect(toHostHealthSign({ ...UNSENT, fault: { kind: 'blocked', refusal } })).toBe('unknown');
  expect(toHostHealthSign(UNSENT)).toBe('unknown');
  expect(toHostHealthSign({ ...UNSENT, fault: { kind: 'reset', code: 'ECONNRESET' } })).toBe(
    'failure',
  );
  expect(toHostHealthSign({ ...UNSENT, fault: { kind: 'dns', code: 'ENOTFOUND' } })).toBe(
    'failure',
  );
});
