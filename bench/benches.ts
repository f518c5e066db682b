import { blockBench } from './block';
import { catchUpBench } from './catch-up';
import { paymentCreationBench } from './create';
import { deliveryBench } from './deliveries';
import { detectionBench } from './detection';
import { idleServerBench } from './idle';
import { paymentLifeBench } from './life';
import { paymentListBench } from './lists';
import { mempoolReadBench } from './look';
import { eventLoopBench } from './loop';
import { memoryBench } from './memory';
import type { Bench, BenchContext, BenchOutcome } from './support/bench';
import { openBenchPostgres } from './support/place';

export const BENCHES: readonly Bench[] = [
  paymentCreationBench,
  paymentListBench,
  blockBench,
  catchUpBench,
  mempoolReadBench,
  eventLoopBench,
  deliveryBench,
  detectionBench,
  idleServerBench,
  paymentLifeBench,
  memoryBench,
];

export async function runBenches(
  benches: readonly Bench[],
  context: Omit<BenchContext, 'place'>,
  ran: (outcome: BenchOutcome) => void,
): Promise<void> {
  const place = await openBenchPostgres();
  try {
    for (const bench of benches) {
      const began = performance.now();
      const measurements = await bench.run({ ...context, place });
      const seconds = Math.round((performance.now() - began) / 1_000);
      ran({ bench: bench.name, machine: place.machine, seconds, measurements });
    }
  } finally {
    await place.close();
  }
}
