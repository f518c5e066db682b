import { expect, test } from 'vitest';
import { BENCHES, runBenches } from '@/bench/benches';
import type { BenchOutcome } from '@/bench/support/bench';

const LONG = { timeout: 600_000 };

test(
  'every benchmark runs within seconds and returns a positive value, floor and ratio',
  LONG,
  async () => {
    const outcomes: BenchOutcome[] = [];
    const context = { seed: 1, tiny: true, minutes: 0, log: () => {} };
    await runBenches(BENCHES, context, (outcome) => outcomes.push(outcome));
    expect(outcomes.map(({ bench }) => bench)).toEqual(BENCHES.map(({ name }) => name));
    for (const { what, value, floor, ratio } of outcomes.flatMap((one) => one.measurements)) {
      for (const spread of [value, floor?.value ?? value, ratio ?? value]) {
        expect(spread.median, what).toBeGreaterThan(0);
      }
    }
  },
);
