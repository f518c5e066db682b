import { tmpdir } from 'node:os';
import { it } from 'vitest';
import { until } from '@/test/support/wait';
import { createMetrics } from './metrics';

const metrics = createMetrics(tmpdir());

async function longestDelay(): Promise<number> {
  const text = await metrics.text(undefined);
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]);
}

function hold(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('a delay of the event loop is reported once, and the pause between measurements is not counted', async () => {
  await until('a delay is shown', async () => {
    hold(300);
    return (await longestDelay()) > 0.1;
  });
  await until('less than a pause is shown', async () => (await longestDelay()) < 0.1);
});
