import { expect, test } from 'vitest';
import { WakeSignal } from '@/lib/wake-signal';

const FOREVER_MS = 2 ** 31 - 1;

test('a nudge ends the current wait', async () => {
  const nudge = new WakeSignal();
  const waited = nudge.wait(FOREVER_MS);
  nudge.call();
  await expect(waited).resolves.toBeUndefined();
});

test('a nudge without a current wait ends the next wait', async () => {
  const nudge = new WakeSignal();
  nudge.call();
  await expect(nudge.wait(FOREVER_MS)).resolves.toBeUndefined();
});

test('a nudge ends one wait only', async () => {
  const nudge = new WakeSignal();
  nudge.call();
  await nudge.wait(FOREVER_MS);
  let ended = false;
  const second = nudge.wait(FOREVER_MS).then(() => {
    ended = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toBe(false);
  nudge.call();
  await second;
});

test('a wait without a nudge ends after its time limit', async () => {
  await expect(new WakeSignal().wait(1)).resolves.toBeUndefined();
});
