import { expect, it } from 'vitest';
import { endpointWords } from './endpoint-words';

const NOW = Date.parse('2030-01-01T12:00:00Z');
const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
const NEW = {
  failing_since: null,
  in_a_row: 0,
  same_in_a_row: 0,
  last_at: null,
  last_ms: null,
  last_status: null,
  last_error_code: null,
  last_error: null,
  last_success_at: null,
  last_failure_at: null,
};
const ENDPOINT = {
  state: 'no_attempts' as const,
  host: 'shop.example:443',
  host_paused_until: null,
  paused_at: null,
  paused_by: null,
  switched_off: false,
  waiting: { count: 0, oldest_at: null, next_attempt_at: null },
};
type Endpoint = Parameters<typeof endpointWords>[0];
const words = (more: Partial<Endpoint>, standing: Partial<Endpoint['standing']> = {}) =>
  endpointWords({ ...ENDPOINT, ...more, standing: { ...NEW, ...standing } }, NOW, 'UTC');

it('a paused endpoint is shown with the member who paused it and how long ago', () => {
  const paused = { state: 'paused', paused_at: at(-7_200) } as const;
  expect(words({ ...paused, paused_by: 'anna@shop.example' })).toMatchObject({
    label: 'Paused',
    detail: 'by anna@shop.example, 2 h ago',
  });
  expect(words(paused).detail).toContain('the operator');
  expect(words({ ...paused, switched_off: true })).toMatchObject({
    label: 'Switched off',
    detail: '2 h ago, after ten days of failures',
  });
});

it('a failing endpoint is shown with the start of the failures, their count and the next attempt', () => {
  const failing = {
    failing_since: at(-3_600),
    in_a_row: 47,
    same_in_a_row: 47,
    last_status: 401,
    last_error_code: 'http_401',
  };
  expect(words({ state: 'failing' }, failing)).toEqual({
    tone: 'failed',
    label: 'Failing since 11:00',
    detail: '47 × HTTP 401',
  });
  expect(words({ state: 'failing' }, { ...failing, same_in_a_row: 3 }).detail).toBe(
    'last 47 attempts failed, the last 3: HTTP 401',
  );
  const waiting = { count: 1, oldest_at: at(-60), next_attempt_at: at(250) };
  expect(words({ state: 'failing', waiting }, failing).detail).toBe('47 × HTTP 401, next in 4 min');
  const due = { ...waiting, next_attempt_at: at(-1) };
  expect(words({ state: 'some_fail', waiting: due }, failing).detail).toBe(
    '47 × HTTP 401, next now',
  );
  const pausedHost = { state: 'failing', host_paused_until: at(120) } as const;
  expect(words(pausedHost, failing).detail).toBe(
    '47 × HTTP 401; backing off from shop.example:443 for 2 min',
  );
});

it('an endpoint that is neither paused nor failing is shown with its last failure, if any', () => {
  expect(words({}).label).toBe('No attempts yet');
  expect(words({ state: 'working' }).detail).toBe('every attempt was accepted');
  const failed = { last_failure_at: at(-86_400 * 2) };
  expect(words({ state: 'working' }, failed).detail).toBe('no failure since 30 Dec, 12:00');
  expect(words({ state: 'some_fail' }, failed).detail).toBe('last failed attempt: 30 Dec, 12:00');
});
