import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createMetrics } from './metrics';

test('the metrics of deliveries are reported as 0 before the first attempt', async () => {
  const text = await createMetrics(tmpdir()).text(undefined);
  for (const outcome of ['delivered', 'failed', 'retry', 'late']) {
    expect(text).toContain(`blocktally_webhook_try_seconds_count{outcome="${outcome}"} 0\n`);
    expect(text).toContain(`blocktally_webhook_try_seconds_sum{outcome="${outcome}"} 0\n`);
  }
});
