import { expect, it } from 'vitest';
import { createLogger } from '@/lib/log';
import { until } from '@/test/support/wait';
import { startLoop } from './loop';

it('without a wake-up, the pause between two runs is at least as long as requested', async () => {
  const startedAt: number[] = [];
  const loop = startLoop('test', createLogger('silent'), async () => {
    startedAt.push(Date.now());
    return { ms: 20, minMs: 7 };
  });
  await until('it has run often', () => startedAt.length > 50);
  await loop.stop();
  const pauses = startedAt.slice(1).map((at, n) => at - (startedAt[n] ?? at));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(20);
});

it('a failed run is retried after a pause, however often the loop receives wake-ups', async () => {
  let runs = 0;
  const loop = startLoop('test', createLogger('silent'), async () => {
    runs += 1;
    throw new Error('The database is away.');
  });
  for (let wakes = 0; wakes < 100; wakes += 1) {
    loop.wake();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await loop.stop();
  expect(runs).toBe(1);
});
