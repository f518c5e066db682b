import { block } from './block';
import { catchUp } from './catch-up';
import { create } from './create';
import { deliveries } from './deliveries';
import { detection } from './detection';
import { idle } from './idle';
import { life } from './life';
import { lists } from './lists';
import { look } from './look';
import { loop } from './loop';
import { memory } from './memory';
import type { Bench, BenchContext, Outcome } from './support/bench';
import { openBenchPostgres } from './support/place';

export const BENCHES: readonly Bench[] = [
  create,
  lists,
  block,
  catchUp,
  look,
  loop,
  deliveries,
  detection,
  idle,
  life,
  memory,
];

export async function runBenches(
  benches: readonly Bench[],
  context: Omit<BenchContext, 'place'>,
  ran: (outcome: Outcome) => void,
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
