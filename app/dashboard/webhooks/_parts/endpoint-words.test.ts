import { expect, it } from 'vitest';
import { endpointWords } from './endpoint-words';

const NOW = Date.parse('2030-01-01T12:00:00Z');
const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
const NEW = { failures: 0, open_until: null, last_success_at: null };
const ENDPOINT = { host: 'shop.example:443', paused_at: null, paused_by: null, standing: NEW };
const words = (more: object, standing: object = {}) =>
  endpointWords({ ...ENDPOINT, ...more, standing: { ...NEW, ...standing } }, NOW);

it('a paused endpoint is shown as paused, with who paused it and for how long', () => {
  const paused = { paused_at: at(-7_200), paused_by: 'anna@shop.example' };
  const { label, means } = words(paused, { failures: 9, open_until: at(60) });
  expect(label).toBe('Paused');
  expect(means).toContain('2 h');
  expect(means).toContain('anna@shop.example');
  expect(words({ paused_at: at(-60) }).means).toContain('the operator');
});

it('a host is failing until its next attempt, retrying until a success, and then working', () => {
  expect(words({}, { failures: 5, open_until: at(60) }).label).toBe('Failing');
  expect(words({}, { failures: 5, open_until: at(-1) }).label).toBe('Retrying');
  expect(words({}, { failures: 1, last_success_at: at(-60) }).label).toBe('Retrying');
  expect(words({}, { last_success_at: at(-60) }).label).toBe('Working');
  expect(words({}).label).toBe('No attempt yet');
});
